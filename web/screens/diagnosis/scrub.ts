/**
 * Returns the text of an error without what it may quote of people: addresses, ids, quoted values, amounts
 * and account numbers, the query of an address. The engine's codes stay: `[53100]`.
 */
export function scrub(text: string): string {
  return RULES.reduce((scrubbed, [what, instead]) => scrubbed.replace(what, instead), text).replace(
    /\[\d{5}\]|\d(?:[ .,-]?\d){4,}/g,
    (number) => (number.startsWith('[') ? number : '‹número›'),
  )
}

const RULES: [what: RegExp, instead: string][] = [
  [/[^\s"'`«»“”‘’<>()=,;:]+@[^\s"'`«»“”‘’<>()=,;:]+/g, '‹email›'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '‹id›'],
  [/=\s?\(.*\)/g, '=(‹valor›)'], // Postgres: Key (email)=(…) already exists.
  [/"(?:[^"\\]|\\.)*"|`[^`]*`|«[^»]*»|“[^”]*”|‘[^’]*’/g, '‹texto›'],
  // Not an apostrophe within a word. Without a lookbehind, which older Safaris cannot read.
  [/(^|[^\p{L}\p{N}])'(?:[^'\\]|\\.|'')*'(?![\p{L}\p{N}])/gu, '$1‹texto›'],
  [/\?[^\s)]*=[^\s)]*/g, '?‹consulta›'],
  [/\$\s?\d[\d.,]*/g, '‹número›'],
]
