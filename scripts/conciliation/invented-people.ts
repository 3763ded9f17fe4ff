/* Invented people for generated worlds (generate-world.ts). */
import type { Random } from '../seed/random.ts'

/** An invented payer or organiser. `cuit`: the tax number, 11 digits. */
export interface Person {
  first: string
  second: string | null
  last: string
  cuit: string
}

export function inventPerson(random: Random, last = random.pick(LAST)): Person {
  const first = random.pick(FIRST)
  const second = random.chance(0.4) ? random.pick(FIRST) : null
  return { first, second: second === first ? null : second, last, cuit: inventCuit(random) }
}

/** Returns a name as people type theirs: whole, shortened, misspelt, or only the family's or a child's. */
export function typedName(random: Random, { first, second, last }: Person): string {
  const draw = random.next()
  if (draw < 0.42) return `${first} ${last}`
  if (draw < 0.5) return second ? `${first} ${second} ${last}` : `${first} ${last}`
  if (draw < 0.57) return `${last} ${first}`
  if (draw < 0.63) return `${first} ${last}`.toLowerCase()
  if (draw < 0.69) return withTypo(random, `${first} ${last}`)
  if (draw < 0.76) return `${NICK[first] ?? first} ${last}`
  if (draw < 0.82) return `${first} ${last[0]}.`
  if (draw < 0.88) return NICK[first] ?? first
  if (draw < 0.91) return `${first} ${last} ${random.pick(LAST)}`
  if (draw < 0.95) return `Flia. ${last}`
  return `${random.chance(0.7) ? 'Mamá' : 'Papá'} de ${random.pick(['Mateo', 'Juana', 'Benja', 'Lola', 'Thiago', 'Emma'])}`
}

/** Returns the name as most banks write it: `GOMEZ ANA MARIA`. */
export function bankStyleName({ first, second, last }: Person): string {
  return plain(`${last} ${first}${second ? ` ${second}` : ''}`).toUpperCase()
}

/** Returns the name as wallets write it: `Ana María Gómez`. */
export function walletStyleName({ first, second, last }: Person): string {
  return `${first}${second ? ` ${second}` : ''} ${last}`
}

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/['’]/g, '')
}

/** Returns a whole number from 0 to `end` - 1. */
export function below(random: Random, end: number): number {
  return random.whole(0, end - 1)
}

/** Returns a number of that many digits, as text. */
export function digitsOf(random: Random, count: number): string {
  return String(random.whole(10 ** (count - 1), 10 ** count - 1))
}

export function inventCuit(random: Random): string {
  for (;;) {
    const digits = `${random.pick(['20', '27', '23'])}${digitsOf(random, 8)}`
    const sum = [...digits].reduce(
      (sum, digit, i) => sum + Number(digit) * Number('5432765432'[i]),
      0,
    )
    const check = (11 - (sum % 11)) % 11
    if (check < 10) return digits + check
  }
}

function withTypo(random: Random, name: string): string {
  const at = 1 + below(random, name.length - 2)
  const [a = '', b = ''] = [name[at], name[at + 1]]
  return random.chance(0.5)
    ? name.slice(0, at) + b + a + name.slice(at + 2)
    : name.slice(0, at) + a + name.slice(at)
}

const FIRST = list(
  'Adrián,Agustín,Agustina,Ana,Andrés,Beatriz,Belén,Camila,Carlos,Carolina,Damián,Débora,Diego,Elena,Ezequiel,Facundo,Federico,Fernando,Florencia,Gabriela,Germán,Gisela,Gonzalo,Graciela,Hernán,Ignacio,Inés,Iván,Joaquín,José,Juan,Julieta,Laura,Leandro,Lucas,Lucía,Marcelo,María,Mariana,Martín,Martina,Matías,Mercedes,Micaela,Milagros,Mónica,Nicolás,Noelia,Norma,Pablo,Patricia,Paula,Pilar,Ramón,Rocío,Romina,Rubén,Santiago,Sebastián,Silvina,Sofía,Tomás,Valentina,Verónica,Ximena,Yanina,Héctor,Maximiliano,Oscar',
)

const LAST = list(
  'Acosta,Agüero,Aguirre,Álvarez,Arias,Ávila,Barbieri,Benítez,Bianchi,Blanco,Bravo,Bustos,Cabrera,Cáceres,Campos,Cardozo,Castillo,Castro,Chávez,Cohen,Conti,Córdoba,Coronel,Costa,Cruz,De Luca,De la Fuente,Del Valle,Di Marco,Díaz,Domínguez,Duarte,Escobar,Esposito,Farías,Fernández,Ferrari,Ferreyra,Figueroa,Flores,Fontana,Franco,Gallo,García,Giménez,Godoy,Goldberg,Gómez,González,Greco,Guzmán,Haddad,Hernández,Herrera,Juárez,Kim,Ledesma,Leiva,Levy,Lombardi,López,Lucero,Luna,Mac Allister,Maldonado,Martín,Martínez,Medina,Méndez,Mendoza,Miranda,Molina,Morales,Moretti,Moyano,Müller,Muñoz,Navarro,Nowak,Núñez,O’Connor,Ojeda,Olivera,Ortiz,Páez,Paz,Peralta,Pereyra,Pérez,Petrović,Ponce,Quiroga,Ramírez,Ramos,Ríos,Rodríguez,Rojas,Roldán,Romano,Romero,Rossi,Ruiz,Saleh,San Martín,Sánchez,Schmidt,Silva,Sosa,Soto,Suárez,Toledo,Torres,Valdez,Vargas,Vázquez,Vega,Vera,Vidal,Villalba,Wagner,Weber,Yamamoto,Carrizo,Kovacs,Mancini,Maidana,Acuña,Barrios,Velázquez,Park,Gutiérrez,Marino,Moreno,Ricci,Colombo,Mansilla,Papadopulos,Ibáñez,Correa,Ayala,Nakamura,Soria,Rivero',
)

const NICK: Readonly<Record<string, string>> = {
  Agustina: 'Agus',
  Beatriz: 'Betty',
  Belén: 'Belu',
  Camila: 'Cami',
  Carolina: 'Caro',
  Damián: 'Dami',
  Ezequiel: 'Eze',
  Facundo: 'Facu',
  Federico: 'Fede',
  Florencia: 'Flor',
  Gonzalo: 'Gonza',
  Graciela: 'Chela',
  Ignacio: 'Nacho',
  Joaquín: 'Joaco',
  José: 'Pepe',
  Lucía: 'Lu',
  María: 'Mari',
  Martín: 'Tincho',
  Matías: 'Mati',
  Mercedes: 'Mechi',
  Micaela: 'Mica',
  Milagros: 'Mili',
  Nicolás: 'Nico',
  Romina: 'Romi',
  Santiago: 'Santi',
  Sebastián: 'Seba',
  Sofía: 'Sofi',
  Tomás: 'Tomi',
  Valentina: 'Valen',
  Verónica: 'Vero',
}

function list(names: string): [string, ...string[]] {
  return names.split(',') as [string, ...string[]]
}
