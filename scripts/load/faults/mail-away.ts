import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '../../mail-server.ts'
import type { Fault, Say } from './fault.ts'

const BEFORE = 3_000 // ms
const AWAY = 10_000 // ms
/** The queue tries again after 5 s, then after 30 s (server/domain/mail-queue.ts). */
const PATIENCE = 90_000 // ms

/** The mail server is away while people ask for letters; every letter must arrive once it is back. */
export async function mailAway(say: Say): Promise<Fault> {
  const received = new Set<string>()
  const mail = await startMailServer({
    onMessage: (_raw, to) => to.forEach((address) => void received.add(address)),
  })
  const asked = new Set<string>()
  return {
    settings: { SMTP_URL: mail.url },
    async besides({ ask, perform }, { email }) {
      const body = { email }
      if (await perform('letter', () => ask('POST', '/api/password/forgot', { body }))) {
        asked.add(email)
      }
    },
    async strike() {
      await sleep(BEFORE)
      await mail.stop()
      say('the mail server is away')
      await sleep(AWAY)
      const before = [...asked]
      const late = () => before.filter((email) => !received.has(email))
      say(`the mail server is back; ${late().length} letters wait`)
      await mail.start()
      const until = Date.now() + PATIENCE
      while (late().length > 0 && Date.now() < until) await sleep(100)
      if (late().length > 0) throw new Error(`${late().length} letters never came`)
      say(`all ${before.length} people have their letter`)
    },
    close: mail.stop,
  }
}
