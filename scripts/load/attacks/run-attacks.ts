/* npm run load -- --attack: what others notice while one account or one machine attacks a site. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Database } from '../../../server/data/database.ts'
import { root } from '../../child.mjs'
import { printTable } from '../../print-table.ts'
import { openSite, type Site, type SiteKind } from '../open-site.ts'
import type { Attack } from './attack.ts'
import { ATTACKS } from './attacks.ts'
import { type OthersTimes, watchOthers } from './watch-others.ts'

const CONTRIBUTIONS = 5_000
/** Before the first measurement, and between attacks. */
const PAUSE_SECONDS = 3

interface Options {
  kind: SiteKind
  /** How long each attack goes on. */
  seconds: number
  attacks?: readonly Attack[]
}

export interface Attacked {
  name: string
  others: OthersTimes
  /** How often the server did what to the attacker. */
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
      await watch(PAUSE_SECONDS) // what is left of the attack is no part of the next one
    }
    print(measured)
    return measured
  } finally {
    await site.close()
  }
}

/** So that a search of the attacker's has something to go through. */
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
