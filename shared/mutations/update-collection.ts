import * as z from 'zod/mini'
import { collectionInput, deadlineProblem } from '../collection.ts'
import { today } from '../dates.ts'
import { AppError } from '../errors.ts'
import { changesAsMuch, namedMutation } from '../named-mutation.ts'
import type { SqlValue } from '../sql.ts'
import { fold } from '../text.ts'
import { id } from '../validation.ts'
import { getLiveCollection } from './owned-collection.ts'

const COLUMNS = {
  title: 'title = $',
  description: 'description = $',
  suggestedAmount: 'suggested_amount = 0.01 * $',
  totalAmount: 'total_amount = 0.01 * $',
  deadline: 'deadline = $',
  bankAccount: 'bank_account = $',
  accountIdentifier: 'account_identifier = $',
  cantidadPersonas: 'cantidad_personas = $',
  closesAlone: 'closes_alone = $',
  uniqueCents: 'unique_cents = $',
}

/**
 * Sets the named fields of a collection: the last writer wins per column (S12). A past deadline may stay; a new one
 * must not be past.
 */
export const updateCollection = namedMutation({
  name: 'update-collection',
  args: z.object({ id, changes: z.partial(collectionInput) }),
  async run(tx, { id, changes }, { personId, now }) {
    const collection = await getLiveCollection(tx, id, personId)
    if (changes.deadline !== undefined && changes.deadline !== collection.deadline) {
      const problem = deadlineProblem(changes.deadline, today(now))
      if (problem) throw new AppError('invalid-input', problem, { field: 'deadline' })
    }
    const params: SqlValue[] = [id, now.toISOString()]
    const assignments = ['updated_at = $2']
    const set = (column: string, value: SqlValue) => {
      params.push(value)
      assignments.push(column.replace('$', `$${params.length}`))
    }
    for (const [field, column] of Object.entries(COLUMNS)) {
      const value = changes[field as keyof typeof COLUMNS]
      if (value !== undefined) set(column, value)
    }
    if (changes.title !== undefined) set('title_folded = $', fold(changes.title))
    await tx.query(`update collections set ${assignments.join(', ')} where id = $1`, params)
  },
  // A deadline may have passed when it is sent. Its rejection must not take an earlier change with it.
  supersedes: (later, earlier) =>
    later.changes.deadline === undefined && changesAsMuch(later, earlier),
})
