interface Limits {
  width: number
  maxLines: number
  measure: (text: string) => number
}

/** Breaks a text into lines, with an ellipsis for the rest. A word breaks only when it is wider than a line. */
export function linesOf(
  text: string,
  { width, maxLines, measure }: Limits,
): { lines: string[]; isCut: boolean } {
  const lines: string[] = []
  let rest = text
  while (rest !== '') {
    const line = longestStart(rest, (start) => measure(start) <= width)
    if (lines.length === maxLines - 1 && line !== rest) {
      const start = longestStart(rest, (start) => measure(`${start}…`) <= width)
      return { lines: [...lines, `${start.replace(/[\s,.;:]+$/, '')}…`], isCut: true }
    }
    lines.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  return { lines, isCut: false }
}

/** Lines of similar width, like CSS `text-wrap: balance`. */
export function evenLinesOf(text: string, limits: Limits): { lines: string[]; isCut: boolean } {
  let best = linesOf(text, limits)
  if (best.isCut || best.lines.length === 1) return best
  let [narrow, wide] = [limits.width / best.lines.length / 2, limits.width]
  for (let step = 0; step < 6; step += 1) {
    const width = (narrow + wide) / 2
    const tried = linesOf(text, { ...limits, width })
    if (tried.isCut || tried.lines.length > best.lines.length) narrow = width
    else [best, wide] = [tried, width]
  }
  return best
}

function longestStart(text: string, fits: (start: string) => boolean): string {
  if (fits(text)) return text
  const spaces = [...text.matchAll(/\s+/g)].map(({ index }) => index)
  const end = spaces.findLast((space) => fits(text.slice(0, space)))
  if (end !== undefined) return text.slice(0, end)
  const letters = [...text]
  let count = letters.length - 1
  while (count > 1 && !fits(letters.slice(0, count).join(''))) count -= 1
  return letters.slice(0, count).join('')
}

/** Removes characters that the font Figtree lacks, such as emoji and other scripts: they would be empty boxes. */
export function drawable(text: string): string {
  return text.normalize('NFC').replace(UNDRAWABLE, '').replace(/\s+/g, ' ').trim()
}

export function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

const UNDRAWABLE =
  /[^\x20-\x7E\u00A0-\u017F\u0218-\u021B\u1E80-\u1E85\u1E9E\u1EF2\u1EF3\u2013\u2014\u2018-\u201E\u2022\u2026\u2039\u203A\u20AC\u2122\u2212]/gu
