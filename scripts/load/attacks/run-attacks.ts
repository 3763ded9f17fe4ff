/* npm run load -- --attack: measures other people's requests while one account or one machine attacks a site. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../server/data/database.ts'
import { percentile } from '../../bench/measure.ts'
import { root } from '../../child.mjs'
import { printTable } from '../../print-table.ts'
import { openSite, type Site, type SiteKind } from '../open-site.ts'
import { createSend } from '../request.ts'
import { ATTACKS, type Attack } from './attacks.ts'

const CONTRIBUTIONS = 5_000
/** Before the first measurement, and between attacks. */
const PAUSE_SECONDS = 3
/** Other people, each of whom opens the same public colecta again and again. */
const PEOPLE = 4
const REQUEST_PAUSE = 50 // ms

interface Options {
  kind: SiteKind
  /** Duration of each attack. */
  seconds: number
  attacks?: readonly Attack[]
}

/** Times of other people's requests, in ms. */
interface OthersTimes {
  requests: number
  p50: number
  p99: number
  max: number
  /** Responses other than 200. */
  failed: number
}

export interface Attacked {
  name: string
  others: OthersTimes
  /** Number of times that each response or end of a connection occurred. */
  counts: ReadonlyMap<string, number>
}

/** Plays every attack against a site of its own, with its limits on; prints and returns what was measured. */
export async function runAttacks(options: Options): Promise<Attacked[]> {
  const { kind, seconds, attacks = ATTACKS } = options
  const settings = { RATE_LIMITS: 'on' }
  const site = await openSite({ kind, organisers: 2, settings, fill: addContributions })
  try {
    const [, other = site.organisers[0]] = site.organisers
    const watch = (seconds: number) => watchOthers(site.origin, other.collectionId, seconds * 1000)
    await watch(PAUSE_SECONDS) // caches and connections fill before anything is counted
    const before = { name: 'nobody attacks', others: await watch(seconds), counts: new Map() }
    const measured: Attacked[] = [before]
    for (const attack of attacks) {
      const { leastSeconds = 0 } = attack
      measured.push(await play(attack, site, () => watch(Math.max(seconds, leastSeconds))))
      await watch(PAUSE_SECONDS) // the rest of an attack must not affect the next one
    }
    print(measured)
    return measured
  } finally {
    await site.close()
  }
}

/** Gives the attacker's searches rows to go through. */
async function addContributions(database: Database, [{ collectionId }]: Site['organisers']) {
  await database.query(
    `insert into contributions (
       id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method, amount,
       payment_status
     )
     select gen_random_uuid(), c.id, c.creator_id, 'Persona ' || n, 'persona ' || n, 'Manual', 1, 'confirmed'
     from collections c, generate_series(1, ${CONTRIBUTIONS}) n
     where c.id = $1`,
    [collectionId],
  )
}

async function play(
  { name }: Attack,
  { origin, organisers: [account] }: Site,
  watch: () => Promise<OthersTimes>,
): Promise<Attacked> {
  const attacker = fork(join(root, 'scripts/load/attacks/attacker.ts'), [name], {
    execArgv: ['--import', 'tsx'],
  })
  await once(attacker, 'spawn')
  attacker.send({ origin, account })
  const others = await watch()
  attacker.send('end')
  const [counts] = (await once(attacker, 'message')) as [[string, number][]]
  await once(attacker, 'exit')
  return { name, others, counts: new Map(counts) }
}

/** Measures `GET /api/collections/:id` of other people for `ms`. */
async function watchOthers(origin: string, collectionId: string, ms: number): Promise<OthersTimes> {
  const send = createSend(origin)
  const times: number[] = []
  let failed = 0
  const until = performance.now() + ms
  const person = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const response = await send('GET', `/api/collections/${collectionId}`).catch(() => null)
      times.push(performance.now() - began)
      if (response?.status !== 200) failed++
      await sleep(REQUEST_PAUSE)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, person))
  const at = (share: number) => percentile(times, share)
  return { requests: times.length, p50: at(0.5), p99: at(0.99), max: Math.max(...times), failed }
}

function print(measured: readonly Attacked[]): void {
  const show = (value: number) => value.toFixed(0)
  printTable([
    ['GET /api/collections/:id of others', 'requests', 'p50 ms', 'p99 ms', 'max ms', 'failed'],
    ...measured.map(({ name, others: { requests, p50, p99, max, failed } }) => [
      name,
      ...[requests, p50, p99, max, failed].map(show),
    ]),
  ])
  for (const { name, counts } of measured) {
    if (counts.size === 0) continue
    console.log(
      `${name}: ${[...counts].map(([what, times]) => `${what} ${times} times`).join(', ')}`,
    )
  }
}
