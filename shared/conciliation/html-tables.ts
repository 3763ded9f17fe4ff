import type { Row, Table } from './cell.ts'

/** Reads the tables of an HTML page that a bank saves as .xls. The text is never shown as HTML. */
export function htmlTables(html: string): Table[] {
  const plain = html.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
  const rows: Row[] = []
  for (const part of plain.split(/<tr\b[^>]*>/i).slice(1)) {
    const body = part.replace(/<\/(?:tr|table)\s*>[\s\S]*/i, '')
    const cells = body
      .split(/<t[dh]\b/i)
      .slice(1)
      .flatMap((cell) => {
        const [attributes = '', ...content] = cell.split('>')
        const span = Number(/colspan\s*=\s*["']?(\d{1,2})/i.exec(attributes)?.[1] ?? 1)
        return [textIn(content.join('>')), ...Array(Math.max(0, span - 1)).fill('')]
      })
    rows.push({ number: rows.length + 1, cells })
  }
  return [{ sheet: null, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) }]
}

function textIn(html: string): string {
  return html
    .replace(/<[^>]*>?/g, ' ')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (entity, name: string) => character(name) ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

function character(name: string): string | null {
  if (name.startsWith('#')) {
    const code = /#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  }
  return NAMED[name] ?? NAMED[name.toLowerCase()] ?? null
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  deg: '°',
  ordm: 'º',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  uuml: 'ü',
  ntilde: 'ñ',
  Aacute: 'Á',
  Eacute: 'É',
  Iacute: 'Í',
  Oacute: 'Ó',
  Uacute: 'Ú',
  Uuml: 'Ü',
  Ntilde: 'Ñ',
}
