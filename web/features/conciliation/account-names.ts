/*
 * The account in the id of a statement line. A file without CBU or CVU gets the colecta's account, often an alias. The
 * first number that a file has for an alias counts as that alias and changes no id; other accounts get their own ids.
 */

/** The CBUs and CVUs that files had, by the colecta's account. The first is the number of that account. */
export type FileAccounts = Record<string, string[]>

export const ACCOUNTS = 'accounts'

export function addAccounts(
  before: FileAccounts,
  account: string,
  lines: readonly { account: string | null }[],
): FileAccounts {
  const numbers = lines.flatMap((line) => line.account ?? []).toSorted()
  return { ...before, [account]: [...new Set([...numbersOf(account, before), ...numbers])] }
}

function numbersOf(account: string, accounts: FileAccounts): string[] {
  return accounts[account] ?? (/^\d{22}$/.test(account) ? [account] : [])
}

/** `given`: the CBU or CVU in the file. `others`: names of the same lines elsewhere or in earlier versions. */
export function accountNames(
  given: string | null,
  account: string,
  accounts: FileAccounts,
): { name: string; others: string[] } {
  const known = numbersOf(account, accounts)
  const [own] = known
  const number = given ?? own
  const isSame = ([, [first]]: [string, string[]]) => first !== undefined && first === number
  const names = new Set([
    given === null || given === own ? account : given,
    account,
    ...(given === null ? known : [given]),
    ...Object.entries(accounts)
      .filter(isSame)
      .map(([name]) => name),
  ])
  const [name = account, ...others] = names
  return { name, others }
}
