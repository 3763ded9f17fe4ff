/**
 * Reads CSV as RFC 4180 defines it, and throws for a quote inside an unquoted cell, text after a closing quote,
 * and an unclosed quote.
 */
export function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, separator)
    row.push(cell)
    const next = text[end]
    if (next === separator) {
      at = end + 1
      if (at === text.length) row.push('')
      continue
    }
    if (next !== undefined && next !== '\n') throw new Error(`${JSON.stringify(next)} at ${end}`)
    rows.push(row)
    row = []
    at = end + 1
  }
  return rows
}

function quotedCell(text: string, start: number): [cell: string, end: number] {
  let cell = ''
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at]
    else if (text[at + 1] !== '"') return [cell, at + 1]
    else {
      cell += '"'
      at += 1
    }
  }
  throw new Error(`The quote at ${start} is never closed`)
}

function bareCell(text: string, start: number, separator: string): [cell: string, end: number] {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n') {
    if (text[end] === '"') throw new Error(`A quote inside a bare cell at ${end}`)
    end += 1
  }
  return [text.slice(start, end), end]
}
