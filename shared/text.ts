/* Input schemas run `clean` and `cleanLines` once. `fold` is for search and order only and is never shown. */

/** Cleans one typed line: NFC, no control, zero-width or direction marks, single spaces, trimmed. */
export function clean(text: string): string {
  return withoutHidden(text).replace(/\s+/g, ' ').trim()
}

/** Cleans a text as `clean` does, but leaves line breaks, with at most one empty line between two. */
export function cleanLines(text: string): string {
  return withoutHidden(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Folds a name for search and order: 'Iñaki  ÁLVAREZ' -> 'inaki alvarez'. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?!\u200D)[\p{M}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Orders by code units, like `collate "C"`; for `toSorted`. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function firstWord(name: string): string {
  return name.trim().replace(/\s.*/s, '')
}

/** A person who signed in with Google may have no last name. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

/** Returns up to two capitals for an avatar: ('lucía', 'Fernández') -> 'LF'; '' without letters. */
export function initials(first: string, last: string): string {
  return [first, last]
    .map((name) => LETTER.exec(name.normalize('NFC'))?.[0].toUpperCase() ?? '')
    .join('')
}

const LETTER = /\p{L}\p{M}*/u

/**
 * Returns a name for a sentence of plain text. Without an isolate, a number after an Arabic or Hebrew name would move
 * before it.
 */
export function isolateName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** '1.234': the same in every engine. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, '.')
}

/** (1, 'aporte') -> '1 aporte', (1200, 'aporte') -> '1.200 aportes' */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Returns the text in NFC without invisible characters. Apps put direction marks around what is copied from them. */
export function withoutHidden(text: string): string {
  // NFC comes second: a hidden character between a letter and its accent keeps them apart.
  const cleaned = text.replace(EMOJI_OR_HIDDEN, '$1').normalize('NFC')
  // Repeat until nothing changes: without a joiner, two parts may form one emoji with a mark too many.
  return cleaned === text ? text : withoutHidden(cleaned)
}

// An emoji keeps its variation selector, skin tone and joiner. All other invisible characters are removed:
// controls (except white space), formats, lone surrogates, fillers such as U+3164.
const EMOJI_OR_HIDDEN =
  /(\p{Emoji}[\uFE0F\p{Emoji_Modifier}]?(?:\u200D(?=\p{Extended_Pictographic}))?)|[^\P{Cc}\t-\r]|[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu
