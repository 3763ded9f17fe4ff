import type { NamedQuery } from '../named-query.ts'
import { arrivals } from './arrivals.ts'
import { collection } from './collection.ts'
import { collectionContributions } from './collection-contributions.ts'
import { conciliationHistory } from './conciliation-history.ts'
import { contributionKeys } from './contribution-keys.ts'
import { contributionReview } from './contribution-review.ts'
import { findByName } from './find-by-name.ts'
import { myCollections } from './my-collections.ts'
import { myContributions } from './my-contributions.ts'
import { myTotals } from './my-totals.ts'
import { people, peopleCount } from './people.ts'
import { profile } from './profile.ts'
import { sharedAccounts } from './shared-accounts.ts'
import { statementKey } from './statement-key.ts'
import { contributionMatches, statementMatches } from './statement-matches.ts'
import { waitingContributions } from './waiting-contributions.ts'

const known: NamedQuery[] = [
  arrivals,
  collection,
  collectionContributions,
  conciliationHistory,
  contributionKeys,
  contributionMatches,
  contributionReview,
  findByName,
  myCollections,
  myContributions,
  myTotals,
  people,
  peopleCount,
  profile,
  sharedAccounts,
  statementKey,
  statementMatches,
  waitingContributions,
]

/** Clients send names, never SQL. */
export const queries = new Map(known.map((query) => [query.name, query]))
