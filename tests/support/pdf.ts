/** Returns a PDF file of the given objects; the first must be the catalogue. By default it has one empty A6 page. */
export function pdf(objects: string[] = pdfObjects()): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}

/** Returns the objects of a PDF with one page. The entries are added to the catalogue and to the page. */
export function pdfObjects({ catalogue = '', page = '' } = {}, more: string[] = []): string[] {
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] ${page} >>`,
    ...more,
  ]
}

/** Returns a stream object. `entries` are added to its dictionary. */
export function pdfStream(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`
}

/** Returns a PDF of one page with these lines of text, in Latin-1. */
export function pdfOfLines(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join(' ')
  const page = '/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>'
  return pdf(
    pdfObjects({ page }, [
      pdfStream(`BT /F1 9 Tf 14 TL 20 400 Td ${shown} ET`),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ]),
  )
}
