import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { newId } from '../../../shared/id.ts'
import { type LocalReplica, setLocalReplica } from '../../../web/api/local-replica.ts'
import { createOutbox } from '../../../web/replica/outbox.ts'
import { countUnsent } from '../../../web/shell/count-unsent.ts'

const person = newId()

afterEach(() => setLocalReplica(null))

it('[S10] counts the changes on the disk while the replica opens, which a sign-out would delete', async () => {
  const at = new Date().toISOString()
  await createOutbox(person).put({ id: newId(), name: 'a change', args: {}, at, refusal: null })
  let isOpening = true
  setLocalReplica({ isOpening: () => isOpening, unsent: () => 0 } as LocalReplica)
  expect(await countUnsent(person)).toBe(1)
  isOpening = false
  expect(await countUnsent(person)).toBe(0)
})
