import { describe, expect, it } from 'vitest'
import { joinBlocks, lineIdsOf } from '../../../shared/conciliation/line-ids.ts'
import { readStatements } from '../../../shared/conciliation/read-statements.ts'
import { buildLine } from '../../support/statement-lines.ts'

const text = (lines: string[]) => new TextEncoder().encode(lines.join('\n'))

const PLAIN = ['Fecha;Descripción;Monto;N° de Comprobante', '12/03/26;x;-10,00;1']

describe('the id of a line', () => {
  const idOf = lineIdsOf(new Uint8Array(32).fill(7))

  it('stays the same when a bank changes a row’s labels, and differs for equal rows of one day', async () => {
    const head = 'Fecha,Tipo,Descripcion,Monto'
    const row = '12/03/2026,Crédito,Transferencia de Ana Gómez,"15000,00"'
    const { lines } = await readStatements([{ name: 'x.csv', bytes: text([head, row, row]) }])
    const ids = lines.map((line) => idOf('a', line))
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toMatch(/^[\w-]{43}$/)

    const santander = (branch: string, balance: string) =>
      `12/03/2026;0179;${branch};4805;97367256;Transferencia recibida - De ana gomez;15.000,00;${balance}`
    const title =
      'Fecha;Suc. Origen;Desc. Sucursal;Cod. Operativo;Referencia;Concepto;Importe;Saldo'
    const rows = [title, santander('Work Cafe', ''), '', title, santander('Casa Central', '1,00')]
    const twice = await readStatements([{ name: 'x.csv', bytes: text(rows) }])
    expect(twice.lines).toHaveLength(1)
  })

  it('includes the account of the file, and of the other files of an import if that is the only one', async () => {
    const accountsOf = async (...files: string[][]) => {
      const named = files.map((rows, at) => ({ name: `${at}.csv`, bytes: text(rows) }))
      const { lines } = await readStatements(named)
      const reversed = await readStatements(named.toReversed())
      expect(reversed.lines).toEqual(lines)
      return lines.map(({ account }) => account)
    }
    const [one, other] = ['0720000788000000001234', '0000003100000000009535']
    const of = (account: string) => [`CBU;${account}`, '', ...PLAIN]
    expect(await accountsOf(PLAIN)).toEqual([null])
    expect(await accountsOf(of(one), PLAIN)).toEqual([one])
    expect(await accountsOf(of(one), of(other))).toEqual([other, one])
    // The third file may be of either account.
    expect(await accountsOf(of(one), of(other), PLAIN)).toEqual([null, other, one])
    expect(await accountsOf([`${one};${other}`, ...PLAIN])).toEqual([null])
    // A second header belongs to the account of its file.
    expect(await accountsOf([...of(one), ...PLAIN], of(other))).toEqual([other, one])
  })
})

describe('joinBlocks', () => {
  const line = (at: number, change = {}) =>
    buildLine({ line: `b.csv#${at}`, payerKey: 'ana gomez', ...change })
  const joined = (...blocks: ReturnType<typeof line>[][]) =>
    joinBlocks(blocks.map((lines) => ({ account: null, lines }))).map(({ line, canonical }) => [
      line,
      canonical,
    ])

  it('counts equal lines of one block', () => {
    expect(joined([line(2), line(3), line(4, { amount: 1 })])).toEqual([
      ['b.csv#2', '2026-03-12|1500000|ana gomez|1'],
      ['b.csv#3', '2026-03-12|1500000|ana gomez|2'],
      ['b.csv#4', '2026-03-12|1|ana gomez|1'],
    ])
  })

  it('joins those of several blocks, and those of one reference', () => {
    expect(joined([line(3)], [line(2)], [line(4)])).toEqual([
      ['b.csv#2', '2026-03-12|1500000|ana gomez|1'],
    ])
    const known = { reference: '77001234', hasStableReference: true }
    expect(joined([line(3, known), line(2, known)])).toEqual([
      ['b.csv#2', 'ref:77001234|2026-03-12|1500000'],
    ])
  })
})
