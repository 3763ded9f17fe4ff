/* Reads a list of people that somebody pasted or exported: one a line, as written by hand or by a spreadsheet. */
import { clean, fold } from '../text.ts'
import { check } from '../validation.ts'
import { type NewPerson, newPerson } from './person.ts'

export interface ReadPeople {
  people: NewPerson[]
  unread: UnreadLine[]
  /** Names that are there already. */
  repeated: string[]
}

export interface UnreadLine {
  /** 1 for the first. */
  number: number
  text: string
  problem: string
}

/** Reads a pasted list of people, one a line. `known`: the people who are on the list already. */
export function readPeople(text: string, known: readonly NewPerson[] = []): ReadPeople {
  const read: ReadPeople = { people: [], unread: [], repeated: [] }
  const seen = new Set(known.map(personKey))
  let columns: Columns | null = null
  for (const [index, raw] of linesOf(text).entries()) {
    const line = clean(raw.replaceAll('\t', TAB))
    if (!/[^\s\p{P}\u241f]/u.test(line)) continue
    const cells = cellsOf(line)
    if (!columns && read.people.length === 0) {
      columns = headerOf(cells)
      if (columns) continue
    }
    const typed = columns ? inColumns(cells, columns) : freely(line)
    const checked = check(newPerson, typed)
    if (!checked.ok) {
      const [problem = ''] = Object.values(checked.problems)
      read.unread.push({ number: index + 1, text: line.replaceAll(TAB, ' '), problem })
    } else if (seen.has(personKey(checked.value))) {
      read.repeated.push(checked.value.name)
    } else {
      seen.add(personKey(checked.value))
      read.people.push(checked.value)
    }
  }
  return read
}

/** Returns a key that distinguishes people: two people of one name differ by their e-mail or telephone. */
export function personKey({ name, email, phone }: NewPerson): string {
  return [fold(name), email, phone?.replace(/\D/g, '')].join('\n')
}

/** Splits a text into lines. Three names or more in one line are as many people. */
function linesOf(text: string): string[] {
  const names = text.split(',').filter((name) => name.trim() !== '')
  const isOneLine = !/[\d@;\t\r\n\u2028\u2029]/.test(text.trim())
  return isOneLine && names.length > 2 ? names : text.split(/\r\n|[\r\n\u2028\u2029]/)
}

/** Stands for a tab, which `clean` would turn into a space. */
const TAB = '\u241f'

const EMAIL = /[^\s<>,;"'\u241f]+@[^\s<>,;"'\u241f]*/
const PHONE = /[(+]{0,3}\d[\d\s().-]{4,}\d/
/** A bullet or a number before a name. Not the first digits of a telephone: '011-4555-1234, Ana'. */
const BULLET = /^(?:[-–—•*·▪✓☑]+|\d{1,4}\s?[.):-]+(?!\d))/

/** Reads a line without columns: 'Ana Gómez, ana@example.com', 'Gómez, Ana; 11 5555-1234', '3. Ana Gómez' */
function freely(line: string): NewPerson {
  const email = EMAIL.exec(line)?.[0] ?? null
  const withoutNumber = line.replace(EMAIL, '').trim().replace(BULLET, '')
  const phone = PHONE.exec(withoutNumber)?.[0] ?? null
  const rest = withoutNumber.replace(PHONE, '')
  const names = rest
    .split(/[,;\u241f]/)
    .map((part) => part.replace(/^[\s"'<>():–—-]+|[\s"'<>(:–—-]+$/g, ''))
    .filter((part) => part !== '')
  const isSurnameFirst = names.length === 2 && /^[^;\u241f]*,/.test(rest)
  return { name: (isSurnameFirst ? names.toReversed() : names).join(' '), email, phone }
}

type Column = 'name' | 'surname' | 'email' | 'phone'
type Columns = ReadonlyMap<Column, number>

const HEADERS: Record<Column, RegExp> = {
  name: /^(?:nombres?|nombres? y apellidos?|apellidos? y nombres?|persona|participante|alumn[oa]s?|name)$/,
  surname: /^(?:apellidos?|surname)$/,
  email: /^(?:direccion de )?(?:e-?mail|mail|correo(?: electronico)?)$/,
  phone: /^(?:telefono|tel\.?|celular|cel\.?|movil|whats ?app|phone)$/,
}

function headerOf(cells: readonly string[]): Columns | null {
  const columns = new Map<Column, number>()
  for (const [at, cell] of cells.entries()) {
    const title = fold(cell)
    for (const [column, pattern] of Object.entries(HEADERS) as [Column, RegExp][]) {
      if (pattern.test(title) && !columns.has(column)) columns.set(column, at)
    }
  }
  return columns.has('name') ? columns : null
}

function inColumns(cells: readonly string[], columns: Columns): NewPerson {
  const cell = (column: Column) => clean(cells[columns.get(column) ?? -1] ?? '')
  return {
    name: clean(`${cell('name')} ${cell('surname')}`),
    email: cell('email') || null,
    phone: cell('phone') || null,
  }
}

/** Splits a line into cells by tabs, else by semicolons, else by commas; a cell in quotes may contain them. */
function cellsOf(line: string): string[] {
  const separator = [TAB, ';'].find((one) => line.includes(one)) ?? ','
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}
