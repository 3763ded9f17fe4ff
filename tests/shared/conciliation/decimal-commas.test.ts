import { describe, expect, it } from 'vitest'
import { readStatements } from '../../../shared/conciliation/read-statements.ts'

describe('a file that separates by commas, with decimal commas without quotes', () => {
  const ana = ['12/03/2026', 'TRANSF GOMEZ ANA']
  const eva = ['13/03/2026', 'TRANSF RUIZ EVA']
  const readRows = (...rows: (readonly string[])[]) => {
    const text = rows.map((row) => row.join(',')).join('\n')
    return readStatements([{ name: 'x.csv', bytes: new TextEncoder().encode(text) }])
  }
  const amountsIn = (lines: readonly { name: string | null; amount: number }[]) =>
    Object.fromEntries(lines.map(({ name, amount }) => [name, amount]))

  it.each([
    ['Fecha,Descripcion,Importe', ['1.234,50'], ['15000,07']],
    ['Fecha,Descripcion,Importe,Saldo', ['1.234,50', '11.234,50'], ['15.000,07', '10,10']],
    ['Fecha,Descripcion,Debito,Credito,Saldo', ['', '1.234,50', '9,10'], ['', '15.000,07', '']],
    ['Fecha,Descripcion,Comprobante,Importe', ['55', '$ 1.234,50'], ['0', '15.000,07']],
  ])('below %s is read with its centavos', async (titles, one, two) => {
    const { lines, warnings } = await readRows([titles], [...ana, ...one], [...eva, ...two])
    expect(amountsIn(lines)).toEqual({ 'GOMEZ ANA': 1_234_50, 'RUIZ EVA': 15_000_07 })
    expect(warnings).toEqual([])
  })

  it('is read without headers too', async () => {
    const { lines } = await readRows(
      [...ana, '1.234,50', '11.234,50'],
      [...eva, '15.000,07', '26.234,57'],
    )
    expect(lines.map(({ amount }) => amount).toSorted()).toEqual([1_234_50, 15_000_07])
  })

  it('names the rows that could be read in two ways', async () => {
    const { lines, warnings } = await readRows(
      ['Fecha,Descripcion,Comprobante,Importe'],
      [...ana, '12,1.234,50'],
      [...eva, '1200,34,50'],
      ['13/03/2026', 'TRANSF PAZ LUZ', '34,50'],
      [...ana, '13,1.234,50'],
      [...ana, '14,1.234,50'],
    )
    expect(amountsIn(lines)).toEqual({ 'GOMEZ ANA': 1_234_50 })
    expect(warnings).toEqual(['«x.csv»: Leímos 3 de 5 filas; estas 2 no se entienden: 3, 4'])
  })

  it('is refused when most rows could be read in two ways', async () => {
    const reading = await readRows(
      ['Fecha,Descripcion,Comprobante,Importe'],
      [...ana, '1200,34,50'],
      [...eva, '1300,15,07'],
    )
    expect(reading).toMatchObject({ lines: [], unknown: [] })
    expect(reading.problems).toEqual([
      '«x.csv» separa con comas los decimales y también las columnas. Descárgalo en Excel, o separado por punto y coma.',
    ])
  })

  it.each([
    [['Fecha,Descripcion,Importe'], '1500.00,12'],
    [['Fecha,Descripcion,Importe'], '"1500,00",12'],
    [['Fecha,Descripcion,Importe'], '1500,nota'],
    [['Fecha,Descripcion,Importe,Cuotas'], '1500,12'],
  ])('is none where the decimals are clear: %s %s', async (titles, cells) => {
    const { lines, warnings } = await readRows(titles, [...ana, cells], [...eva, cells])
    expect(amountsIn(lines)).toEqual({ 'GOMEZ ANA': 1_500_00, 'RUIZ EVA': 1_500_00 })
    expect(warnings).toEqual([])
  })
})
