/*
 * The account in the id of a line. Where no file tells a CBU or CVU it is the colecta's, often an alias. So the first
 * number that a file tells for an alias is the alias's own and changes no id; only other accounts get ids of their own.
 */

/** By the colecta's account, the numbers that files told for it. The first is its own. */
export type FileAccounts = Record<string, string[]>

export const ACCOUNTS = 'accounts'

export function addAccounts(
  before: FileAccounts,
  account: string,
  lines: readonly { account: string | null }[],
): FileAccounts {
  const told = lines.flatMap((line) => line.account ?? []).toSorted()
  return { ...before, [account]: [...new Set([...numbersOf(account, before), ...told])] }
}

function numbersOf(account: string, accounts: FileAccounts): string[] {
  return accounts[account] ?? (/^\d{22}$/.test(account) ? [account] : [])
}

/**
 * Returns the account in the ids of lines for which a file tells `told`. `others`: those that their ids may have on
 * other devices, in other colectas or by earlier versions.
 */
export function accountNames(
  told: string | null,
  account: string,
  accounts: FileAccounts,
): { name: string; others: string[] } {
  const known = numbersOf(account, accounts)
  const [own] = known
  const number = told ?? own
  const isSame = ([, [first]]: [string, string[]]) => first !== undefined && first === number
  const names = new Set([
    told === null || told === own ? account : told,
    account,
    ...(told === null ? known : [told]),
    ...Object.entries(accounts)
      .filter(isSame)
      .map(([name]) => name),
  ])
  const [name = account, ...others] = names
  return { name, others }
}
