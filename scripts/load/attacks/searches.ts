import { createAsk } from '../ask.ts'
import type { Attack } from './attack.ts'
import { repeat } from './repeat.ts'

const SEARCHES = 200

/** One account searches its colecta's contributions, many times at once. */
export const searches: Attack = {
  name: `${SEARCHES} searches at once`,
  async run({ origin, account: { token, collectionId }, count }, signal) {
    const ask = createAsk(origin)
    let serial = 0
    await repeat(SEARCHES, signal, async () => {
      const args = JSON.stringify({ collectionId, search: `persona ${serial++}` })
      const path = `/api/query/collection-contributions?args=${encodeURIComponent(args)}`
      const { status } = await ask('GET', path, { token })
      count(String(status))
      return status
    })
  },
}
