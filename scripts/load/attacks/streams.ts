import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../shared/id.ts'
import { readEvents } from '../../../web/replica/event-stream.ts'
import { createAsk } from '../ask.ts'
import type { Attack, Target } from './attack.ts'

const STREAMS = 3_000
/** How many are being opened at the same time. */
const AT_ONCE = 100
/** Between two changes of the account, each of which every stream is to be told of. */
const PAUSE = 1_000 // ms

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

/** One account opens thousands of streams and then changes its profile again and again. */
export const streams: Attack = {
  name: `${STREAMS} streams of one account`,
  leastSeconds: 15, // to try all of them on a busy machine
  async run(target, signal) {
    const { origin, account, count } = target
    const ask = createAsk(origin)
    const { headers } = await ask('GET', '/api/sync/snapshot/users', account)
    const url = `${origin}/api/sync?cursor=${headers['sync-cursor']}`
    let left = STREAMS
    const openSome = async () => {
      while (left-- > 0 && !signal.aborted) {
        await open(url, target, signal).catch(() => count('not opened'))
      }
    }
    await Promise.all([
      ...Array.from({ length: AT_ONCE }, openSome),
      keepChanging(target, ask, signal),
    ])
  },
}

/** Resolves when the response starts; its events are read as they arrive. */
async function open(url: string, { account, count }: Target, signal: AbortSignal): Promise<void> {
  const headers = { Authorization: `Bearer ${account.token}` }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent, signal, headers }, resolve).once('error', reject).end()
  })
  count(`stream: ${response.statusCode}`)
  const read = async () => {
    for await (const { type } of readEvents(response)) if (type !== 'message') count(type)
  }
  read()
    .then(() => count('ended'))
    .catch(() => signal.aborted || count('broken off'))
}

async function keepChanging(
  { account: { token }, count }: Target,
  ask: ReturnType<typeof createAsk>,
  signal: AbortSignal,
): Promise<void> {
  for (let serial = 1; !signal.aborted; serial++) {
    const firstName = serial % 2 ? 'Ana' : 'Lucía'
    const args = { firstName, lastName: 'Fernández', defaultBankAccount: null }
    const body = { mutations: [{ id: newId(), name: 'update-profile', args }] }
    const answer = await ask('POST', '/api/sync/mutations', { token, body }).catch(() => null)
    count(`change: ${answer?.status ?? 'no answer'}`)
    await sleep(PAUSE, undefined, { signal }).catch(() => undefined)
  }
}
