/* Finds the account that a file belongs to. Files show it only as a CBU or CVU above their header. */
import type { Block } from './blocks.ts'
import { textOf } from './cell.ts'
import type { StatementLine } from './line.ts'

export interface BlockOfAccount {
  /** 22 digits; null when no file shows them. */
  account: string | null
  lines: StatementLine[]
}

export function accountAbove({ above }: Block): string | null {
  const texts = above.flatMap(({ cells }) => cells.map(textOf))
  const numbers = texts.flatMap((text) => text.match(/\d+/g) ?? [])
  return onlyOf(numbers.filter((digits) => digits.length === 22))
}

/** Gives the blocks without an account that of the others, when these have only one. */
export function shareAccount(blocks: readonly BlockOfAccount[]): BlockOfAccount[] {
  const only = onlyOf(blocks.map(({ account }) => account))
  return blocks.map(({ account, lines }) => ({ account: account ?? only, lines }))
}

function onlyOf(accounts: readonly (string | null)[]): string | null {
  const [only = null, ...others] = new Set(accounts.filter((account) => account !== null))
  return others.length === 0 ? only : null
}
