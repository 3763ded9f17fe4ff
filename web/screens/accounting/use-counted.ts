import type { Collection } from '../../../shared/collection.ts'
import type { Contribution } from '../../../shared/contribution.ts'
import {
  CONTRIBUTIONS_PER_WINDOW,
  collectionContributions,
} from '../../../shared/queries/collection-contributions.ts'
import { askOnce } from '../../api/live.ts'
import { useRequest } from '../../api/use-request.ts'

/** More of them are for a spreadsheet. */
export const MOST_COUNTED = 1_000

/** The contributions that count, the oldest first; null above MOST_COUNTED. Asks again when the sums change. */
export function useCounted(collection: Collection) {
  const { id, confirmedCount, pendingCount, rejectedCount, amountCollected, amountVerified } =
    collection
  const all = confirmedCount + pendingCount + rejectedCount
  const key = [id, all, confirmedCount, amountCollected, amountVerified].join(' ')
  return useRequest(async () => (all > MOST_COUNTED ? null : loadCounted(id)), key)
}

async function loadCounted(collectionId: string): Promise<Contribution[]> {
  const found: Contribution[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await askOnce(collectionContributions, {
      ...{ collectionId, page, size: CONTRIBUTIONS_PER_WINDOW },
      ...{ sort: 'date', direction: 'asc' },
    })
    found.push(...rows)
    if (rows.length === 0 || page * CONTRIBUTIONS_PER_WINDOW >= total) {
      return found.filter(({ state }) => state === 'confirmed' || state === 'verified')
    }
  }
}
