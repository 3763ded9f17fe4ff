import type { Bank, Columns } from './bank.ts'
import { bbva } from './bbva.ts'
import { brubank } from './brubank.ts'
import { ciudad } from './ciudad.ts'
import { credicoop } from './credicoop.ts'
import { galicia } from './galicia.ts'
import { icbc } from './icbc.ts'
import { macro } from './macro.ts'
import { mercadoPagoAccount } from './mercado-pago-account.ts'
import { mercadoPagoOperations } from './mercado-pago-operations.ts'
import { mercadoPagoRelease } from './mercado-pago-release.ts'
import { mercadoPagoSales } from './mercado-pago-sales.ts'
import { mercadoPagoSettlement } from './mercado-pago-settlement.ts'
import { nacion } from './nacion.ts'
import { provincia } from './provincia.ts'
import { roela } from './roela.ts'
import { santander } from './santander.ts'
import { supervielle } from './supervielle.ts'

const BANKS: readonly Bank[] = [
  ...[bbva, brubank, ciudad, credicoop, galicia, icbc, macro, nacion, provincia, roela],
  ...[santander, supervielle, mercadoPagoAccount, mercadoPagoOperations, mercadoPagoRelease],
  ...[mercadoPagoSales, mercadoPagoSettlement],
]

/** Returns the bank with such a header, of several the one that requires most columns. null for an unknown one. */
export function bankOf(header: readonly string[]): { bank: Bank; columns: Columns } | null {
  const known = new Set(header.map(joined))
  // A few short words stand in the files of many banks: they must be all that there is.
  const fits = ({ header: asked }: Bank) =>
    asked.every((key) => known.has(joined(key))) &&
    (asked.join('').length >= 45 || header.filter((key) => key !== '').length <= asked.length + 1)
  const bank = BANKS.filter(fits).toSorted((a, b) => b.header.length - a.header.length)[0]
  const columns = bank && columnsOf(bank, header)
  return columns ? { bank, columns } : null
}

/** Returns the name of a bank for people by the one that is stored with a match. null for an unknown format. */
export function labelOfBank(name: string): string | null {
  return BANKS.find((bank) => bank.name === name)?.label ?? null
}

function columnsOf(bank: Bank, header: readonly string[]): Columns | null {
  const at = (names: readonly string[] = []) => {
    for (const name of names) {
      const column = header.findIndex((key) => joined(key) === joined(name))
      if (column !== -1) return column
    }
    return undefined
  }
  const { texts = [], ...roles } = bank.columns
  const found = Object.fromEntries(
    Object.entries(roles).flatMap(([role, names]) => {
      const column = at(names)
      return column === undefined ? [] : [[role, column]]
    }),
  )
  if (found.day === undefined || (found.amount ?? found.credit) === undefined) return null
  return {
    ...(found as Omit<Columns, 'texts'>),
    texts: texts.flatMap((name) => at([name]) ?? []),
  }
}

/** 'leyendas adicionales1' and 'leyendas adicionales 1' are the same column. */
function joined(key: string): string {
  return key.replaceAll(' ', '')
}
