import { describe, expect, it } from 'vitest'
import { readPeople } from '../../shared/people/read-people.ts'
import { whatsAppNumber } from '../../shared/people/whatsapp-number.ts'

const person = (name: string, email: string | null = null, phone: string | null = null) => ({
  name,
  email,
  phone,
})

describe('a list of people', () => {
  it.each([
    ['Ana Gómez', person('Ana Gómez')],
    ['  ana   gómez ', person('ana gómez')],
    ['1. Ana Gómez', person('Ana Gómez')],
    ['12) Ana Gómez', person('Ana Gómez')],
    ['- Ana Gómez', person('Ana Gómez')],
    ['• Ana Gómez', person('Ana Gómez')],
    ['✓✓ Ana Gómez', person('Ana Gómez')],
    ['1.Ana Gómez', person('Ana Gómez')],
    ['1). Ana Gómez', person('Ana Gómez')],
    ['1. "Ana Gómez"', person('Ana Gómez')],
    ['3 .Ana Gómez', person('Ana Gómez')],
    ['3 A. Gómez', person('3 A. Gómez')],
    ['Ana Gómez, ana@example.com', person('Ana Gómez', 'ana@example.com')],
    ['Ana Gómez <Ana@Example.com>', person('Ana Gómez', 'ana@example.com')],
    ['ana@example.com;Ana Gómez', person('Ana Gómez', 'ana@example.com')],
    ['Ana Gómez, 11 5555-1234', person('Ana Gómez', null, '11 5555-1234')],
    ['Ana Gómez +54 9 11 5555-1234', person('Ana Gómez', null, '+54 9 11 5555-1234')],
    ['Ana Gómez (+598) 99 123 456', person('Ana Gómez', null, '(+598) 99 123 456')],
    ['+(598) 99 123 456 Ana Gómez', person('Ana Gómez', null, '+(598) 99 123 456')],
    ['Ana Gómez (011) 4555-1234', person('Ana Gómez', null, '(011) 4555-1234')],
    [
      'Ana Gómez\t11 5555 1234\tana@example.com',
      person('Ana Gómez', 'ana@example.com', '11 5555 1234'),
    ],
    ['5555-1234, Ana Gómez', person('Ana Gómez', null, '5555-1234')],
    ['011-4555-1234 Ana Gómez', person('Ana Gómez', null, '011-4555-1234')],
    ['Ana Gómez: 11 5555-1234', person('Ana Gómez', null, '11 5555-1234')],
    ['Ana Gómez – ana@example.com', person('Ana Gómez', 'ana@example.com')],
    ['ana@example.com • Ana Gómez', person('Ana Gómez', 'ana@example.com')],
    ['ana@example.com – Ana Gómez', person('Ana Gómez', 'ana@example.com')],
    ['Gómez, Ana', person('Ana Gómez')],
    ['Gómez, Ana, 5to B; 11 5555-1234', person('Gómez Ana 5to B', null, '11 5555-1234')],
    ['Ana; Gómez, 11 5555-1234', person('Ana Gómez', null, '11 5555-1234')],
    ['Gómez, Ana; 11 5555-1234', person('Ana Gómez', null, '11 5555-1234')],
    ['Ana\tGómez', person('Ana Gómez')],
    ['"Gómez, Ana"', person('Ana Gómez')],
    ['Gómez, Ana,', person('Ana Gómez')],
    ['Gómez, Ana, ', person('Ana Gómez')],
    ['Iñaki O’Higgins', person('Iñaki O’Higgins')],
  ])('reads %j', (line, read) => {
    expect(readPeople(line)).toEqual({ people: [read], unread: [], repeated: [] })
  })

  it('has one person a line, with any line ending', () => {
    const lines = 'Ana Gómez\r\n\r\nBeto Sosa\n ,;\n\t\t-\nCarla Díaz\u2028'
    const people = ['Ana Gómez', 'Beto Sosa', 'Carla Díaz'].map((name) => person(name))
    expect(readPeople(lines)).toEqual({ people, unread: [], repeated: [] })
  })

  it('may have the surname first in each line', () => {
    const { people } = readPeople('Gómez, Ana\nSosa, Beto\nDíaz, Carla')
    expect(people.map(({ name }) => name)).toEqual(['Ana Gómez', 'Beto Sosa', 'Carla Díaz'])
  })

  it.each(['Ana Gómez, Beto Sosa, Carla Díaz', '\nAna Gómez, Beto Sosa, Carla Díaz\n'])(
    'may be one line of names with commas: %j',
    (line) => {
      const { people } = readPeople(line)
      expect(people.map(({ name }) => name)).toEqual(['Ana Gómez', 'Beto Sosa', 'Carla Díaz'])
    },
  )

  it('may have titles over its columns, in any order', () => {
    const csv = [
      'Curso;Apellido;Nombre;Teléfono;Correo electrónico',
      '5to B;Gómez;Ana;11 5555-1234;ana@example.com',
      '5to B;"Sosa; hijo";Beto;;',
    ].join('\n')
    expect(readPeople(csv).people).toEqual([
      person('Ana Gómez', 'ana@example.com', '11 5555-1234'),
      person('Beto Sosa; hijo'),
    ])
    expect(readPeople('Nombre,Email\nAna Gómez,ana@example.com').people).toEqual([
      person('Ana Gómez', 'ana@example.com'),
    ])
  })

  it.each([
    ['name', 'Nombre', 'Nombres', 'Nombre y apellido', 'Nombre y apellidos', 'Nombres y apellidos'],
    ['name', 'Apellido y nombre', 'Apellidos y nombres', 'Apellido y nombres'],
    ['name', 'Persona', 'Participante', 'Alumno', 'Alumna', 'Alumnas', 'Alumnos', 'NAME'],
    ['email', 'Email', 'E-mail', 'Mail', 'Correo', 'Correo electrónico', 'Dirección de correo'],
    ['email', 'Dirección de email', 'Dirección de e-mail', 'Dirección de correo electrónico'],
    ['phone', 'Teléfono', 'TEL', 'Tel.', 'Celular', 'Cel', 'Cel.', 'Móvil', 'Phone'],
    ['phone', 'WhatsApp', 'Whats App'],
  ] as const)('recognises the titles of a column of %s', (column, ...titles) => {
    const ana = person('Ana Gómez', 'ana@example.com', '11 5555-1234')
    for (const title of titles) {
      const names = { name: 'Nombre', email: 'Email', phone: 'Teléfono', [column]: title }
      const lines = `Curso;${names.phone};${names.email};${names.name}\nB;${ana.phone};${ana.email};${ana.name}`
      expect(readPeople(lines), title).toEqual({ people: [ana], unread: [], repeated: [] })
    }
  })

  it.each([
    ['Sobrenombre;Nombre', 'Anita;Ana Gómez', person('Ana Gómez')],
    ['Nombre de usuario;Nombre', 'anita;Ana Gómez', person('Ana Gómez')],
    ['Nombre;Nombre', 'Ana Gómez;anita', person('Ana Gómez')],
    ['Segundo apellido;Apellido;Nombre', 'Paz;Gómez;Ana', person('Ana Gómez')],
    ['Apellido de soltera;Apellidos;Nombre', 'Paz;Gómez;Ana', person('Ana Gómez')],
    ['Surname,Name', 'Gómez,Ana', person('Ana Gómez')],
    ['Nombre;Otro email;Email', 'Ana;no@casa;ana@example.com', person('Ana', 'ana@example.com')],
    ['Nombre;Mail del curso;Mail', 'Ana;no@casa;ana@example.com', person('Ana', 'ana@example.com')],
    ['Nombre;Otro cel;Celular', 'Ana;no;11 5555-1234', person('Ana', null, '11 5555-1234')],
    ['Nombre;Tel. fijo;Celular', 'Ana;no;11 5555-1234', person('Ana', null, '11 5555-1234')],
  ])('takes no other column than that titled so: %s', (titles, line, read) => {
    expect(readPeople(`${titles}\n${line}`)).toEqual({ people: [read], unread: [], repeated: [] })
  })

  it('has titles only over its first person', () => {
    const { people } = readPeople('Ana Gómez\nPersona\nSosa, Beto')
    expect(people.map(({ name }) => name)).toEqual(['Ana Gómez', 'Persona', 'Beto Sosa'])
  })

  it('numbers the lines that it does not understand as they were pasted', () => {
    expect(readPeople('\n\nAna Gómez\n\nBeto\tbeto@casa').unread).toEqual([
      { number: 5, text: 'Beto beto@casa', problem: 'El formato del email no es válido.' },
    ])
  })

  it('returns the lines that it cannot read, with a reason', () => {
    const { people, unread } = readPeople(
      ['Ana Gómez', 'ana@example.com', `${'a'.repeat(121)}`, 'Beto, beto@casa'].join('\n'),
    )
    expect(people).toEqual([person('Ana Gómez')])
    expect(unread).toEqual([
      { number: 2, text: 'ana@example.com', problem: 'Falta el nombre.' },
      {
        number: 3,
        text: 'a'.repeat(121),
        problem: 'Es demasiado largo: puede tener hasta 120 caracteres.',
      },
      { number: 4, text: 'Beto, beto@casa', problem: 'El formato del email no es válido.' },
    ])
  })

  it('leaves out people who are in the list already, or twice in the text', () => {
    const text = 'Ana Gómez\nana gomez\nBeto Sosa\nAna Gómez, ana@example.com'
    expect(readPeople(text, [person('Beto Sosa')])).toEqual({
      people: [person('Ana Gómez'), person('Ana Gómez', 'ana@example.com')],
      unread: [],
      repeated: ['ana gomez', 'Beto Sosa'],
    })
  })

  it('distinguishes two people of one name by their telephones', () => {
    const { people, repeated } = readPeople(
      ['Ana Gómez, 11 5555-1234', 'Ana Gómez, 11 5555-1235', 'Ana Gómez, (11) 55551234'].join('\n'),
    )
    expect(people.map(({ phone }) => phone)).toEqual(['11 5555-1234', '11 5555-1235'])
    expect(repeated).toEqual(['Ana Gómez'])
  })

  it('does not take a digit of a name for one of the telephone', () => {
    const { people } = readPeople('Nombre;Tel\nGrupo 1;2345678\nGrupo 12;345678')
    expect(people.map(({ name }) => name)).toEqual(['Grupo 1', 'Grupo 12'])
  })
})

describe('a telephone for WhatsApp', () => {
  it.each([
    ['11 5555-1234', '5491155551234'],
    ['011 5555-1234', '5491155551234'],
    ['15 5555-1234', '5491155551234'],
    ['11 15 5555-1234', '5491155551234'],
    ['(011) 15-5555-1234', '5491155551234'],
    ['+54 9 11 5555-1234', '5491155551234'],
    ['+54 11 5555-1234', '5491155551234'],
    ['0054 9 11 5555 1234', '5491155551234'],
    ['5491155551234', '5491155551234'],
    ['11 5555-0012', '5491155550012'],
    ['1155550012', '5491155550012'],
    ['11 1555-1234', '5491115551234'],
    ['+54 11 4999-1234', '5491149991234'],
    ['54 011 15 5555-1034', '5491155551034'],
    ['0351 15 512-3456', '5493515123456'],
    ['351 512 3456', '5493515123456'],
    ['02954 15 123456', '5492954123456'],
    ['+598 99 123 456', '59899123456'],
    ['(+598) 99 123 456', '59899123456'],
    ['( +598 ) 99 123 456', '59899123456'],
    ['(+598 99) 123 456', '59899123456'],
    ['+(598) 99 123 456', '59899123456'],
    ['(00598) 99 123 456', '59899123456'],
    ['[+598] 99 123 456', '59899123456'],
    ['Cel. +598 99 123 456', '59899123456'],
    ['(+54) 9 11 5555-1234', '5491155551234'],
    ['(+54 9) 351 512-3456', '5493515123456'],
    ['(+54) 011 15 5555-1234', '5491155551234'],
    ['(0054) 0351 15 512-3456', '5493515123456'],
    ['+1 (212) 555-0100', '12125550100'],
    ['+290 22222', '29022222'],
    ['00 290 22222', '29022222'],
    ['+49 1234 567 890 123', '491234567890123'],
  ])('%s is %s', (phone, number) => {
    expect(whatsAppNumber(phone)).toBe(number)
  })

  it.each([
    '5555-1234',
    '911',
    '999 999 9123',
    '+54 11 5555',
    '54 1155 5512',
    '+1',
    '+290 2222',
    '+49 1234 567 890 1234',
    '11 5555-123',
    '11 5555-12345',
    '15 5555-12345',
    '351 512 345678',
    '(598) 99 123 456',
    '(+598) 99',
  ])('cannot be completed: %s', (phone) => {
    expect(whatsAppNumber(phone)).toBeNull()
  })
})
