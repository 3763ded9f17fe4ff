import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../shared/id.ts'
import { percentile } from './measure.ts'
import { lackOfBrowser, openDevice } from './open-device.ts'
import { openStage, type Stage } from './open-stage.ts'
import { openStreams } from './open-streams.ts'
import type { Arrival } from './page-watch.ts'
import { untilTidy } from './until-tidy.ts'

const CONTRIBUTIONS = 100_000
const STREAMS = 1_000
const REPORTS = 200
/** Between two reports; random, so that they do not align with the server's own intervals. */
const PAUSE = { least: 60, most: 160 } // ms
const PATIENCE = 30_000 // ms

/** Time until a guest's report is on the organiser's screen (S6): without other streams, and with 1,000. */
export async function syncLive(): Promise<Record<string, number>> {
  const lack = await lackOfBrowser()
  if (lack) {
    console.log(`sync: not measured. ${lack}`)
    return {}
  }
  const stage = await openStage({ contributions: CONTRIBUTIONS, others: STREAMS })
  try {
    const device = await openDevice(stage)
    try {
      const { page } = device
      await page.goto(`/colecta/${stage.largest.id}`)
      await untilTidy(page)
      await page.evaluate((name) => window.watch.noteArrivals(name), NAME)
      const arrivals = () => page.evaluate(() => window.watch.arrivals)

      const alone = await measure(stage, arrivals, 'Alone')
      const streams = await openStreams(stage, stage.others)
      const crowded = await measure(stage, arrivals, 'Crowded')
      streams.close()
      return { ...named(alone, ''), ...named(crowded, `${STREAMS}_`) }
    } finally {
      await device.close()
    }
  } finally {
    await stage.close()
  }
}

/** Followed by a number. */
const NAME = 'En Vivo'

/** In ms from the report's own time, one number for each report. */
interface Ways {
  wire: number[]
  applied: number[]
  answered: number[]
  painted: number[]
}

async function measure(
  stage: Stage,
  arrivals: () => Promise<Arrival[]>,
  round: string,
): Promise<Ways> {
  const onWire = new Map<string, number>()
  const own = await openStreams(stage, [stage.token], (text) => {
    const at = Date.now()
    for (const [name] of text.matchAll(/En Vivo \w+ \d+/g))
      if (!onWire.has(name)) onWire.set(name, at)
  })
  const reported = new Map<string, number>()
  for (let index = 0; index < REPORTS; index += 1) {
    const name = `${NAME} ${round} ${index}`
    reported.set(name, await report(stage, name))
    await sleep(PAUSE.least + Math.random() * (PAUSE.most - PAUSE.least))
  }
  const seen = await allOf(reported, arrivals)
  own.close()

  const ways: Ways = { wire: [], applied: [], answered: [], painted: [] }
  for (const { name, changed, answered, painted } of seen) {
    const from = reported.get(name) ?? Number.NaN
    ways.wire.push((onWire.get(name) ?? Number.NaN) - from)
    ways.applied.push(changed - from)
    ways.answered.push(answered - from)
    ways.painted.push(painted - from)
  }
  return ways
}

/** Returns the report's time, which the server took just before its statement. */
async function report({ origin, largest }: Stage, contributorName: string): Promise<number> {
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
  const until = Date.now() + PATIENCE
  for (;;) {
    const seen = (await arrivals()).filter(({ name }) => reported.has(name))
    if (seen.length === reported.size) return seen
    if (Date.now() > until) {
      throw new Error(`Only ${seen.length} of ${reported.size} reports came onto the screen`)
    }
    await sleep(100)
  }
}

function named({ wire, applied, answered, painted }: Ways, crowd: string): Record<string, number> {
  return {
    [`sync.live_${crowd}p50_ms`]: percentile(painted, 0.5),
    [`sync.live_${crowd}p99_ms`]: percentile(painted, 0.99),
    [`sync.wire_${crowd}p50_ms`]: percentile(wire, 0.5),
    [`sync.wire_${crowd}p99_ms`]: percentile(wire, 0.99),
    [`sync.applied_${crowd}p50_ms`]: percentile(applied, 0.5),
    [`sync.answered_${crowd}p50_ms`]: percentile(answered, 0.5),
  }
}
