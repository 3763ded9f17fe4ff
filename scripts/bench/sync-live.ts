import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../shared/id.ts'
import { type BenchSite, withBenchSite } from './bench-site.ts'
import { percentile } from './measure.ts'
import { untilIdle, withBrowser, withDevice } from './open-device.ts'
import type { Arrival } from './page-watch.ts'

const CONTRIBUTIONS = 100_000
const STREAMS = 1_000
const REPORTS = 200
/** Between two reports; random, so that they do not align with the server's own intervals. */
const PAUSE = { min: 60, max: 160 } // ms
const TIMEOUT = 30_000 // ms

/** Measures the time until a guest's report is on the organiser's screen, without other streams and with 1,000. */
export function measureLiveSync(): Promise<Record<string, number>> {
  return withBrowser('sync', () =>
    withBenchSite({ contributions: CONTRIBUTIONS, others: STREAMS }, (site) =>
      withDevice(site, async ({ page }) => {
        await page.goto(`/colecta/${site.largest.id}`)
        await untilIdle(page, site.largest.organiserId)
        await page.evaluate((name) => window.watch.noteArrivals(name), NAME)
        const arrivals = () => page.evaluate(() => window.watch.arrivals)

        const alone = await measure(site, arrivals, 'Alone')
        const streams = await openStreams(site, site.otherTokens)
        const crowded = await measure(site, arrivals, 'Crowded')
        streams.close()
        return { ...named(alone, ''), ...named(crowded, `${STREAMS}_`) }
      }),
    ),
  )
}

/** Prefix of the reports' names. */
const NAME = 'En Vivo'

/** Times from the report's own timestamp, in ms, one for each report. */
interface Times {
  /** To a second stream of the same person. */
  wire: number[]
  /** To the end of the replica's transaction. */
  applied: number[]
  /** To the page's message from the replica, with the new rows. */
  answered: number[]
  painted: number[]
}

async function measure(
  site: BenchSite,
  arrivals: () => Promise<Arrival[]>,
  round: string,
): Promise<Times> {
  const onWire = new Map<string, number>()
  const own = await openStreams(site, [site.token], (text) => {
    const at = Date.now()
    for (const [name] of text.matchAll(/En Vivo \w+ \d+/g))
      if (!onWire.has(name)) onWire.set(name, at)
  })
  const reported = new Map<string, number>()
  for (let index = 0; index < REPORTS; index += 1) {
    const name = `${NAME} ${round} ${index}`
    reported.set(name, await report(site, name))
    await sleep(PAUSE.min + Math.random() * (PAUSE.max - PAUSE.min))
  }
  const seen = await allOf(reported, arrivals)
  own.close()

  const times: Times = { wire: [], applied: [], answered: [], painted: [] }
  for (const { name, changed, answered, painted } of seen) {
    const from = reported.get(name) ?? Number.NaN
    times.wire.push((onWire.get(name) ?? Number.NaN) - from)
    times.applied.push(changed - from)
    times.answered.push(answered - from)
    times.painted.push(painted - from)
  }
  return times
}

/** Returns the report's time, which the server took just before its statement. */
async function report({ origin, largest }: BenchSite, contributorName: string): Promise<number> {
  const body = JSON.stringify({
    id: newId(),
    contributorName,
    contributorEmail: 'guest@example.com',
    amount: 15_000_00,
    paymentMethod: 'Transferencia',
  })
  const send = () =>
    fetch(`${origin}/api/collections/${largest.id}/contributions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
  // The server may close an idle connection; the same id is stored once.
  const response = await send().catch(send)
  if (!response.ok) throw new Error(await response.text())
  const { contribution } = await response.json()
  return Date.parse(contribution.paymentDate)
}

async function allOf(
  reported: Map<string, number>,
  arrivals: () => Promise<Arrival[]>,
): Promise<Arrival[]> {
  const until = Date.now() + TIMEOUT
  for (;;) {
    const seen = (await arrivals()).filter(({ name }) => reported.has(name))
    if (seen.length === reported.size) return seen
    if (Date.now() > until) {
      throw new Error(`Only ${seen.length} of ${reported.size} reports came onto the screen`)
    }
    await sleep(100)
  }
}

function named({ wire, applied, answered, painted }: Times, crowd: string): Record<string, number> {
  return {
    [`sync.live_${crowd}p50_ms`]: percentile(painted, 0.5),
    [`sync.live_${crowd}p99_ms`]: percentile(painted, 0.99),
    [`sync.wire_${crowd}p50_ms`]: percentile(wire, 0.5),
    [`sync.wire_${crowd}p99_ms`]: percentile(wire, 0.99),
    [`sync.applied_${crowd}p50_ms`]: percentile(applied, 0.5),
    [`sync.answered_${crowd}p50_ms`]: percentile(answered, 0.5),
  }
}

interface Streams {
  close(): void
}

/**
 * One stream of changes per session (S6), from its person's position; resolves when the server has responded to all.
 * `onEvent` gets each chunk, framing included. Plain sockets, because the server shares this machine.
 */
async function openStreams(
  { origin }: BenchSite,
  tokens: readonly string[],
  onEvent: (text: string) => void = () => {},
): Promise<Streams> {
  const { hostname, port, host } = new URL(origin)
  const sockets: Socket[] = []

  async function open(token: string): Promise<void> {
    const headers = { Authorization: `Bearer ${token}` }
    const snapshot = await fetch(`${origin}/api/sync/snapshot/users`, { headers })
    await snapshot.arrayBuffer()
    const cursor = snapshot.headers.get('Sync-Cursor')
    if (!cursor) throw new Error(`The server gave no cursor: ${snapshot.status}`)

    const socket = connect(Number(port), hostname).setEncoding('utf8').setNoDelay()
    sockets.push(socket)
    socket.write(
      `GET /api/sync?cursor=${encodeURIComponent(cursor)} HTTP/1.1\r\n` +
        `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    const [head]: string[] = await once(socket, 'data')
    if (!head?.startsWith('HTTP/1.1 200')) throw new Error(`No stream: ${head?.slice(0, 200)}`)
    socket.on('data', onEvent)
  }

  const waiting = [...tokens]
  const openSome = async () => {
    for (let token = waiting.pop(); token; token = waiting.pop()) await open(token)
  }
  await Promise.all(Array.from({ length: 8 }, openSome))
  return {
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
