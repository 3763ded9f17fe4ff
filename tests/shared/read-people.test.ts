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
    ['Ana Gómez, ana@example.com', person('Ana Gómez', 'ana@example.com')],
    ['Ana Gómez <Ana@Example.com>', person('Ana Gómez', 'ana@example.com')],
    ['ana@example.com;Ana Gómez', person('Ana Gómez', 'ana@example.com')],
    ['Ana Gómez, 11 5555-1234', person('Ana Gómez', null, '11 5555-1234')],
    ['Ana Gómez +54 9 11 5555-1234', person('Ana Gómez', null, '+54 9 11 5555-1234')],
    ['Ana Gómez (011) 4555-1234', person('Ana Gómez', null, '(011) 4555-1234')],
    [
      'Ana Gómez\t11 5555 1234\tana@example.com',
      person('Ana Gómez', 'ana@example.com', '11 5555 1234'),
    ],
    ['Gómez, Ana', person('Ana Gómez')],
    ['Gómez, Ana; 11 5555-1234', person('Ana Gómez', null, '11 5555-1234')],
    ['Ana\tGómez', person('Ana Gómez')],
    ['"Gómez, Ana"', person('Ana Gómez')],
    ['Iñaki O’Higgins', person('Iñaki O’Higgins')],
  ])('reads %j', (line, read) => {
    expect(readPeople(line)).toEqual({ people: [read], unread: [], repeated: [] })
  })

  it('has one person a line, whatever ends it', () => {
    const { people } = readPeople('Ana Gómez\r\n\r\nBeto Sosa\n ,;\nCarla Díaz\u2028')
    expect(people.map(({ name }) => name)).toEqual(['Ana Gómez', 'Beto Sosa', 'Carla Díaz'])
  })

  it('may be one line of names with commas', () => {
    const { people } = readPeople('Ana Gómez, Beto Sosa, Carla Díaz')
    expect(people.map(({ name }) => name)).toEqual(['Ana Gómez', 'Beto Sosa', 'Carla Díaz'])
  })

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

  it('says which lines it does not understand, and why', () => {
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

  it('leaves out who is there already, in the list or before it', () => {
    const text = 'Ana Gómez\nana gomez\nBeto Sosa\nAna Gómez, ana@example.com'
    expect(readPeople(text, [person('Beto Sosa')])).toEqual({
      people: [person('Ana Gómez'), person('Ana Gómez', 'ana@example.com')],
      unread: [],
      repeated: ['ana gomez', 'Beto Sosa'],
    })
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
    ['0351 15 512-3456', '5493515123456'],
    ['351 512 3456', '5493515123456'],
    ['02954 15 123456', '5492954123456'],
    ['+598 99 123 456', '59899123456'],
    ['+1 (212) 555-0100', '12125550100'],
  ])('%s is %s', (phone, number) => {
    expect(whatsAppNumber(phone)).toBe(number)
  })

  it.each(['5555-1234', '911', '999 999 9999', '+54 11 5555', '+1'])(
    'cannot be completed: %s',
    (phone) => {
      expect(whatsAppNumber(phone)).toBeNull()
    },
  )
})
