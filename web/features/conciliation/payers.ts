import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import type { StatementRecords } from '../../api/statement-store.ts'
import type { NewMatch } from './matches.ts'
import { PAYERS, type Payers } from './read-job.ts'
import type { ReviewLine } from './review.ts'

/** The newest matches of an address. A few show whether it is of one person or of a group. */
const MOST_MATCHES = 20

/** Stores who paid for an e-mail address, on this device; the next statement is matched by them. */
export async function rememberPayers(
  store: StatementRecords,
  matches: readonly NewMatch[],
  lines: readonly ReviewLine[],
  waiting: readonly WaitingRow[],
): Promise<void> {
  const emails = new Map(waiting.map(({ id, contributorEmail }) => [id, contributorEmail]))
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  await store.update<Payers>(PAYERS, (before = {}) => {
    const payers = { ...before }
    for (const { id, contributionId, lineId, isSplit } of matches) {
      const email = emails.get(contributionId)
      const line = lineOf.get(lineId)
      if (!email || !line || isSplit) continue
      const { names = [], cuits = [], matches = {} } = payers[email] ?? {}
      const all = Object.entries({ ...matches, [id]: { name: line.name, cuit: line.cuit } })
      payers[email] = { names, cuits, matches: Object.fromEntries(all.slice(-MOST_MATCHES)) }
    }
    return payers
  })
}
