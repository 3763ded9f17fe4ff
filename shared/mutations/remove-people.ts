import { namedMutation } from '../named-mutation.ts'
import { removedPeople } from '../people/person.ts'

/** Deletes people from a collection's list, those that another device has not removed. `add-people` restores them. */
export const removePeople = namedMutation({
  name: 'remove-people',
  args: removedPeople,
  async run(tx, { ids }, { personId }) {
    await tx.query('delete from people where id = any($1::uuid[]) and organiser_id = $2', [
      ids,
      personId,
    ])
  },
})
