import { newId } from '../../../shared/id.ts'
import { createAsk } from '../ask.ts'
import type { Attack } from './attack.ts'
import { repeat } from './repeat.ts'

const REQUESTS = 20
const CHANGES = 100

/** One account sends as many changes at once as a request may hold, in parallel requests. */
export const changes: Attack = {
  name: `${REQUESTS} requests of ${CHANGES} changes`,
  async run({ origin, account: { token, collectionId }, count }, signal) {
    const ask = createAsk(origin)
    await repeat(REQUESTS, signal, async () => {
      const mutations = Array.from({ length: CHANGES }, () => ({
        id: newId(),
        name: 'update-collection',
        args: { id: collectionId, changes: { description: newId() } },
      }))
      const { status } = await ask('POST', '/api/sync/mutations', { token, body: { mutations } })
      count(String(status))
      return status
    })
  },
}
