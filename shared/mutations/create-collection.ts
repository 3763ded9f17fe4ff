import * as z from 'zod/mini'
import { collectionInput, deadlineProblem } from '../collection.ts'
import { today } from '../dates.ts'
import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { fold } from '../text.ts'
import { id } from '../validation.ts'
import { updateCollection } from './update-collection.ts'

/** Creates a collection. Sent again under the same id, as after a lost response, it sets the form's values. */
export const createCollection = namedMutation({
  name: 'create-collection',
  args: z.object({ id, ...collectionInput.shape }),
  upgrades: [
    // 2: may close by itself
    (args) => ({ closesAlone: false, ...Object(args) }),
    // 3: may ask each person for an amount of their own
    (args) => ({ uniqueCents: false, ...Object(args) }),
  ],
  async run(tx, args, { personId, now }) {
    const problem = deadlineProblem(args.deadline, today(now))
    if (problem) throw new AppError('invalid-input', problem, { field: 'deadline' })
    const created = await tx.query(
      `insert into collections (
         id, creator_id, creator_email, title, title_folded, description, suggested_amount,
         total_amount, deadline, bank_account, account_identifier, cantidad_personas,
         closes_alone, unique_cents
       )
       select $1::uuid, u.id, u.email, $3, $4, $5, $6::numeric / 100,
              $7::numeric / 100, $8::date, $9, $10, $11::integer, $12::boolean, $13::boolean
       from users u
       where u.id = $2
       on conflict do nothing
       returning id`,
      [
        args.id,
        personId,
        args.title,
        fold(args.title),
        args.description,
        args.suggestedAmount,
        args.totalAmount,
        args.deadline,
        args.bankAccount,
        args.accountIdentifier,
        args.cantidadPersonas,
        args.closesAlone,
        args.uniqueCents,
      ],
    )
    if (created.length === 1) return
    const { id, ...changes } = args
    try {
      await updateCollection.apply(tx, { id, changes }, { personId, now })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      // A collection of another person has this id, or the same short address.
      throw new AppError('conflict', 'Error al crear la colecta', { cause })
    }
  },
})
