import { describe, expect, it } from 'vitest'
import { MAX_FILES } from '../../../shared/conciliation/file-problem.ts'
import { readStatements } from '../../../shared/conciliation/read-statements.ts'
import { declaredZip } from '../../support/declared-zip.ts'

const PLAIN = ['Fecha;Descripción;Monto;N° de Comprobante', '12/03/26;x;-10,00;1']
const bytesOf = (lines: string[]) => new TextEncoder().encode(lines.join('\n'))
const read = (lines: string[], account?: string) =>
  readStatements([{ name: 'x.csv', bytes: bytesOf(lines) }], { account })

describe('the warnings of a file', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => `99/03/26;x;-10,00;${at}`)
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 3).join(', ')

  it.each([
    [0, []],
    [1, ['«x.csv»: Leímos 1 de 2 filas; esta no se entiende: 3']],
    [2, ['«x.csv»: Leímos 1 de 3 filas; estas 2 no se entienden: 3, 4']],
    [20, [`«x.csv»: Leímos 1 de 21 filas; estas 20 no se entienden: ${numbers(20)}`]],
    [21, [`«x.csv»: Leímos 1 de 22 filas; estas 21 no se entienden: ${numbers(20)}…`]],
    [1200, [`«x.csv»: Leímos 1 de 1.201 filas; estas 1.200 no se entienden: ${numbers(20)}…`]],
  ])('with %d unreadable rows are %j', async (count, warnings) => {
    expect((await read([...PLAIN, ...rows(count)])).warnings).toEqual(warnings)
  })

  const row = '12/03/26;TRANSF GOMEZ ANA;15.000,00;1'
  const shifted = '12/03/26;TRANSF; 16.000;17.000,00;2'

  it.each([
    [[row, shifted, row], ['«x.csv»: Leímos 2 de 3 filas; esta no se entiende: 3']],
    [[row, `${row};; `, row], []], // no more than empty cells
    [[`${row};nota`, row], []], // half of the rows: the header may lack a title
    [[`${row};nota`, `${row};nota`, row], []],
  ])('of the rows %j, with a separator in a text, are %j', async (rows, warnings) => {
    for (const title of ['Fecha;Descripción;Monto;N° de Comprobante', 'Fecha;Texto;Monto;Nro']) {
      const reading = await read([title, ...rows])
      expect(reading.warnings).toEqual(warnings)
      expect(new Set(reading.lines.map(({ amount }) => amount))).toEqual(new Set([15_000_00]))
    }
  })

  const [one, other] = ['0720000788000000001234', '0000003100000000009535']

  it.each([
    [one, 0],
    [other, 1],
    [`${other}1`, 0],
    [`x${other}`, 0],
    ['ana.alias', 0],
    [undefined, 0],
  ])('for the account %s of a collection are %d', async (account, count) => {
    expect((await read([`CBU;${one}`, ...PLAIN], account)).warnings).toHaveLength(count)
  })

  it.each([
    ['Cuenta;Caja de ahorro en dólares', true],
    ['Cuenta;;USD', true],
    ['Cuenta en U$S', true],
    ['Cuenta en U$D', true],
    ['Moneda;Dólares', true],
    ['Cuenta;Pesos y dólares', false],
    ['Cuenta;Caja de ahorro', false],
    ['Cotización;Dólar', false],
  ])('below %j show dollars: %s', async (title, is) => {
    const { lines, warnings } = await read([title, ...PLAIN])
    expect(warnings).toEqual(is ? ['«x.csv»: Esta hoja está en dólares y no se usa.'] : [])
    expect(lines).toHaveLength(is ? 0 : 1)
  })

  it('are none for a file in dollars and one in pesos', async () => {
    const { problems } = await read(['Cuenta;USD', ...PLAIN])
    expect(problems).toEqual([])
  })
})

describe('many files', () => {
  it.each([
    [MAX_FILES, []],
    [MAX_FILES + 1, [`Elige hasta ${MAX_FILES} archivos por vez.`]],
  ])('%d give %j', async (count, problems) => {
    const read: string[] = []
    const files = Array.from({ length: count }, (_, at) => ({
      name: `${at}.csv`,
      bytes: bytesOf(PLAIN),
    }))
    const reading = await readStatements(files, { onRows: (file) => read.push(file) })
    expect(reading.problems).toEqual(problems)
    expect(read).toHaveLength(MAX_FILES)
  })

  it('that fail otherwise fail', async () => {
    const file = { name: 'x.csv', bytes: bytesOf(PLAIN) }
    const onRows = () => {
      throw new Error('otro')
    }
    await expect(readStatements([file], { onRows })).rejects.toThrow('otro')
  })
})

describe('a table with unclear columns', () => {
  it('shows its first eight rows', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => `12/03/2026;hola ${at}`)
    const { unknown, problems } = await read(['Fecha;Valor', ...rows])
    expect(unknown[0]?.rows).toEqual(rows.slice(0, 8).map((row) => row.split(';')))
    expect(problems).toEqual([])
    expect((await read(['Fecha;Valor'])).unknown).toEqual([])
  })

  it('shows the first day that could be read in two ways', async () => {
    const { unsure } = await read(['Fecha;Monto', ';1,00', '03/04/2026;2,00', '04/05/2026;3,00'])
    expect(unsure[0]?.unsureDay).toBe('03/04/2026')
    expect((await read(['Fecha;Monto', '13/04/2026;2,00'])).unsure).toEqual([])
  })
})

describe('an archive', () => {
  const MEBIBYTE = 1024 * 1024
  const damaged = '«x.csv» está dañado o incompleto. Descárgalo otra vez.'
  const large = '«x.csv» es demasiado grande al abrirlo. Descarga un período más corto.'
  const locked = '«x.csv» tiene contraseña. Guárdalo sin ella.'
  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.xml`, { size: MEBIBYTE }]))

  it.each([
    [{}, damaged],
    [{ 'a.xml': { size: MEBIBYTE } }, damaged],
    [{ 'a.xml': { size: MEBIBYTE + 1 } }, large],
    [{ 'a.xml': {}, 'b.xml': { isEncrypted: true } }, locked],
    [entries(200), damaged],
    [entries(201), large],
  ])('that declares %j has the problem %j', async (declared, problem) => {
    const file = { name: 'x.csv', bytes: declaredZip(declared) }
    expect((await readStatements([file])).problems).toEqual([problem])
  })

  it('with a damaged directory is damaged', async () => {
    const bytes = declaredZip({ 'a.xml': { isEncrypted: true } })
    bytes[4] = 0
    expect((await readStatements([{ name: 'x.csv', bytes }])).problems).toEqual([damaged])
  })
})
