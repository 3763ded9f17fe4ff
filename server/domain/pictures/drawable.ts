/** The font Figtree has no emoji and other scripts: they would be empty boxes. */
export function drawable(text: string): string {
  return text.normalize('NFC').replace(UNDRAWABLE, '').replace(/\s+/g, ' ').trim()
}

export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

const UNDRAWABLE =
  /[^\x20-\x7E\u00A0-\u017F\u0218-\u021B\u1E80-\u1E85\u1E9E\u1EF2\u1EF3\u2013\u2014\u2018-\u201E\u2022\u2026\u2039\u203A\u20AC\u2122\u2212]/gu
