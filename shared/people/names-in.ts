import { fold } from '../text.ts'

const AND = /\s(?:y|e|&|\+)\s|[&+/]/i
const AND_OR_COMMA = /\s(?:y|e|&|\+)\s|[&+/,]/i

/** Splits a contributor's name that names several people: 'Ana y Luis Pérez' -> ['Ana Pérez', 'Luis Pérez'] */
export function namesIn(name: string): string[] {
  // 'Pérez, Ana' is one person.
  if (!AND.test(name)) return [name]
  const parts = name
    .split(AND_OR_COMMA)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const last = wordsOf(parts.at(-1) ?? '')
  const surname = last.length > 1 ? ` ${last.at(-1)}` : ''
  return parts.map((part) => (wordsOf(part).length === 1 ? part + surname : part))
}

/** Returns the name of somebody's child: 'Mamá de Juana Pérez' -> 'Juana Pérez'. null for other names. */
export function childIn(name: string): string | null {
  return RELATIVE.exec(fold(name))?.[1] ?? null
}

const RELATIVE = /\p{L}\.? (?:de|del) (?:la |el )?(.+)/u

const wordsOf = (name: string) => name.split(/\s/)
