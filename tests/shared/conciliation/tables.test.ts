import { describe, expect, it } from 'vitest'
import {
  damagedProblem,
  emptyProblem,
  MAX_BYTES,
  MAX_COLUMNS,
  MAX_ROWS,
  noHeaderProblem,
  passwordProblem,
  pdfProblem,
  requireSize,
  rowsProblem,
  sizeProblem,
} from '../../../shared/conciliation/file-problem.ts'
import { tablesOf } from '../../../shared/conciliation/tables.ts'
import { decodeText, separatorOf, textTable } from '../../../shared/conciliation/text-table.ts'

const encode = (text: string) => new TextEncoder().encode(text)

describe('problems of a file', () => {
  it.each([
    [rowsProblem, '«x» tiene más de 50.000 filas. Descarga un período más corto.'],
    [sizeProblem, '«x» es demasiado grande al abrirlo. Descarga un período más corto.'],
    [pdfProblem, '«x» es un PDF. Descarga el mismo resumen en CSV o Excel.'],
    [passwordProblem, '«x» tiene contraseña. Guárdalo sin ella.'],
    [damagedProblem, '«x» está dañado o incompleto. Descárgalo otra vez.'],
    [emptyProblem, '«x» está vacío.'],
    [noHeaderProblem, 'No encontramos una fila con fecha e importe en «x».'],
  ])('name the file: %#', (problem, message) => {
    expect(problem('x').message).toBe(message)
  })

  it('are no bytes and more than 10 MB', () => {
    expect(MAX_BYTES).toBe(10_485_760)
    expect(() => requireSize('x', new Uint8Array(0))).toThrow('«x» está vacío.')
    expect(() => requireSize('x', new Uint8Array(1))).not.toThrow()
    expect(() => requireSize('x', new Uint8Array(MAX_BYTES))).not.toThrow()
    expect(() => requireSize('x', new Uint8Array(MAX_BYTES + 1))).toThrow(
      '«x» pesa más de 10 MB. Descarga un período más corto.',
    )
  })
})

describe('tablesOf', () => {
  it('refuses a file without rows, one with too many, and a PDF', async () => {
    await expect(tablesOf('x', encode(' \n;\n'))).rejects.toThrow('está vacío')
    await expect(tablesOf('x', encode('a\n'.repeat(MAX_ROWS + 1)))).rejects.toThrow('50.000 filas')
    await expect(tablesOf('x', encode('\n %PDF-1.4'))).rejects.toThrow('es un PDF')
    const [table] = await tablesOf('x', encode('a\n'.repeat(MAX_ROWS)))
    expect(table?.rows).toHaveLength(MAX_ROWS)
  })

  it('keeps the first 60 columns', async () => {
    for (const count of [MAX_COLUMNS - 1, MAX_COLUMNS, MAX_COLUMNS + 1]) {
      const [table] = await tablesOf('x', encode(Array(count).fill('a').join(';')))
      expect(table?.rows[0]?.cells).toHaveLength(Math.min(count, MAX_COLUMNS))
    }
  })

  it.each([
    [' <html><TABLE><tr><td>a;b</td></tr></table>', ['a;b']],
    ['<p>;a', ['<p>', 'a']], // a page without a table
    ['x<table><tr>;a', ['x<table><tr>', 'a']], // a text that mentions one
    ['P;a', ['P', 'a']], // the first byte of a workbook alone
  ])('reads %j by its start', async (text, cells) => {
    const [table] = await tablesOf('x', encode(text))
    expect(table?.rows[0]?.cells).toEqual(cells)
  })
})

describe('decodeText', () => {
  const utf16 = (text: string, isBig: boolean) =>
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return isBig ? [0, code] : [code, 0]
    })

  it.each([
    ['UTF-8', encode('Crédito')],
    ['UTF-8 with a mark', encode('\ufeffCrédito')],
    ['windows-1252', Uint8Array.from('Crédito', (letter) => letter.charCodeAt(0))],
    ['UTF-16 with a mark', Uint8Array.from([0xff, 0xfe, ...utf16('Crédito', false)])],
    ['big UTF-16 with a mark', Uint8Array.from([0xfe, 0xff, ...utf16('Crédito', true)])],
    ['UTF-16', Uint8Array.from(utf16('Crédito', false))],
    ['big UTF-16', Uint8Array.from(utf16('Crédito', true))],
  ])('reads %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe('Crédito')
  })

  it.each([
    [[0xff, 0x41], 'ÿA'],
    [[0x41, 0xfe], 'Aþ'],
    [[0xfe, 0x41], 'þA'],
    [[0x41, 0xff], 'Aÿ'],
    [[0xff, 0xfe, 0xac, 0x20], '€'], // a mark without zeros
    [[0x41, 0x42, 0x43, 0], 'ABC\0'], // a quarter of zeros is no UTF-16
  ])('reads %j by its mark alone: %j', (bytes, text) => {
    expect(decodeText(Uint8Array.from(bytes))).toBe(text)
  })
})

describe('textTable', () => {
  it('numbers rows by their lines', () => {
    const { sheet, rows } = textTable('a;b\n\n ; \n"c\nd\r\ne";f\n;h')
    expect(sheet).toBeNull()
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 4, cells: ['c\nd\ne', 'f'] },
      { number: 7, cells: ['', 'h'] },
    ])
  })

  it.each(['a;b\r\nc;d\ne;f\ng;h', 'a;b\nc;d\r\ne;f\rg;h', 'a;b\rc;d\ne;f\r\ng;h'])(
    'ends a row at each kind of line break: %j',
    (text) => {
      expect(textTable(text).rows).toEqual(
        ['ab', 'cd', 'ef', 'gh'].map((row, at) => ({ number: at + 1, cells: [...row] })),
      )
    },
  )

  it('reads quotes within quotes', () => {
    expect(textTable('"DE "GOMEZ; ANA" SA";1').rows.map(({ cells }) => cells)).toEqual([
      ['DE "GOMEZ; ANA" SA', '1'],
    ])
  })

  it('does not join the rows between two quotes that begin names', () => {
    const text = '3;"EL SOL" SA;1\n4;"GOMEZ; ANA";2\n5;PEREZ;3\n6;"DIAZ; LEO";4\n7;"a\nb";5'
    expect(textTable(text).rows).toEqual([
      { number: 1, cells: ['3', '"EL SOL" SA', '1'] },
      { number: 2, cells: ['4', 'GOMEZ; ANA', '2'] },
      { number: 3, cells: ['5', 'PEREZ', '3'] },
      { number: 4, cells: ['6', 'DIAZ; LEO', '4'] },
      { number: 5, cells: ['7', 'a\nb', '5'] },
    ])
  })

  it('reads a quote that is never closed as a letter', () => {
    expect(textTable('a;"b\nc;d\ne;f').rows.map(({ cells }) => cells)).toEqual([
      ['a', '"b'],
      ['c', 'd'],
      ['e', 'f'],
    ])
  })
})

describe('separatorOf', () => {
  it('looks at the first 50 lines', () => {
    expect(separatorOf('a;b\n'.repeat(50) + 'c|d\n'.repeat(51))).toBe(';')
  })

  it.each([
    ['', ','],
    ['a', ','],
    ['a|b\nc|d', '|'],
    ['a;b\n\n  \n\nc;d', ';'],
    ['a,b;c\rd,e;f', ';'],
    ['"a;b;c",d\n"e;f;g",h', ','],
    ['a,b;\nc,d\ne,f\ng,h', ','], // too few semicolons
    ['a;b\nc,d\n', ';'],
    ['a\nb;c\nd\ne', ';'],
    ['a;b\tc\nd;e', ';'],
    ['a;b,c\n \n \n \n \nd;e,f', ';'],
    ['a\tb;\nc\td;;\ne\tf;;;', '\t'], // each line with another count of semicolons
    ['a;b\nc;d;e\nf;g;h;i\nj;k;l;m;n\no,p', ';'], // in most lines, each with another count
  ])('of %j is %j', (text, separator) => {
    expect(separatorOf(text)).toBe(separator)
  })
})
