import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import type { StatementRecords } from '../../api/statement-store.ts'
import type { Chosen } from './matches.ts'
import { MOST_PAYERS, PAYERS, type Payers } from './read-job.ts'

/** One more than MOST_PAYERS, so that the next statement recognises the address of a group. */
const KEPT_NAMES = MOST_PAYERS + 1

/** Stores who paid for an e-mail address, on this device; the next statement is matched by them. */
export async function rememberPayers(
  store: StatementRecords,
  chosen: readonly Chosen[],
  waiting: readonly WaitingRow[],
): Promise<void> {
  const emails = new Map(waiting.map(({ id, contributorEmail }) => [id, contributorEmail]))
  await store.update<Payers>(PAYERS, (before = {}) => withPayers(before, chosen, emails))
}

function withPayers(
  before: Payers,
  chosen: readonly Chosen[],
  emails: ReadonlyMap<string, string | null>,
): Payers {
  const payers = { ...before }
  for (const { line, choice } of chosen) {
    const [part, ...others] = choice.parts
    const email = part && others.length === 0 ? emails.get(part.contributionId) : null
    if (!email) continue
    const { names = [], cuits = [] } = payers[email] ?? {}
    payers[email] = {
      names: [...new Set([...(line.name ? [line.name] : []), ...names])].slice(0, KEPT_NAMES),
      cuits: [...new Set([...(line.cuit ? [line.cuit] : []), ...cuits])],
    }
  }
  return payers
}
