/*
 * What people type, made safe to keep and easy to find. `clean` and `cleanLines` run at the door,
 * once; after them a name holds no hidden characters that could fake another one. `fold` is for
 * search and order only and is never shown.
 */

/** One typed line: NFC, no control, zero-width or direction marks, single spaces, trimmed. */
export function clean(text: string): string {
  return withoutHidden(text).replace(/\s+/g, ' ').trim()
}

/** Like `clean` for several lines: keeps line breaks, at most one empty line between two. */
export function cleanLines(text: string): string {
  return withoutHidden(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A name as search and order see it: 'Iñaki  ÁLVAREZ' -> 'inaki alvarez'. */
export function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim()
}

/** 'Lucía Fernández' -> 'Lucía' */
export function firstWord(name: string): string {
  return name.trim().replace(/\s.*/s, '')
}

/** Up to two capitals for an avatar: ('lucía', 'Fernández') -> 'LF'; names without letters: ''. */
export function initials(first: string, last: string): string {
  return [first, last]
    .map((name) => LETTER.exec(name.normalize('NFC'))?.[0].toUpperCase() ?? '')
    .join('')
}

const LETTER = /\p{L}\p{M}*/u

function withoutHidden(text: string): string {
  // NFC comes second: a hidden character between a letter and its accent keeps them apart.
  const cleaned = text.replace(EMOJI_OR_HIDDEN, '$1').normalize('NFC')
  // Until nothing goes: what a lost joiner kept apart may be one emoji now, with a mark too many.
  return cleaned === text ? text : withoutHidden(cleaned)
}

// An emoji keeps its variation selector, skin tone and joiner. Everything else that leaves no ink
// goes: controls (but not white space), formats, lone surrogates, fillers such as U+3164.
const EMOJI_OR_HIDDEN =
  /(\p{Emoji}[\uFE0F\p{Emoji_Modifier}]?(?:\u200D(?=\p{Extended_Pictographic}))?)|[^\P{Cc}\t-\r]|[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu
