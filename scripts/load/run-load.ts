import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConfig } from '../../server/data/open.ts'
import { createRandom } from '../seed/random.ts'
import { withDatabase } from '../with-database.ts'
import { checkLedger, type Verdict } from './check-ledger.ts'
import type { Fault } from './faults/fault.ts'
import { createLedger, unstreamed } from './ledger.ts'
import { createMeter, type Kind, type Times } from './meter.ts'
import { openClients } from './open-clients.ts'
import { openSite, type Site, type SiteKind } from './open-site.ts'
import { createSend } from './request.ts'
import { type Reading, watchServers } from './watch-servers.ts'

/** Caches and connections fill before anything is counted. */
const WARM_UP = 3_000 // ms
/** Time limit of open requests at the end, because a server may just have been killed. */
const TIMEOUT = 60_000 // ms

export interface LoadOptions<Result> {
  kind: SiteKind
  /** An empty, migrated database. Absent: one of its own. */
  config?: DatabaseConfig
  /** Half of them organise, half of them are guests. At least 2. */
  clients: number
  seed: number
  /** Its settings and actions are used. `scenario` causes it. */
  fault?: Fault
  /** Runs during the load, which ends when it resolves. `read` returns the measurements since its previous call. */
  scenario: (site: Site, read: () => Promise<Measured>) => Promise<Result>
}

/** The measurements since the previous reading, or since the warm-up. */
export interface Measured {
  times: Record<Kind, Times>
  reading: Reading
}

export interface LoadOutcome {
  /** Number of contributions, receipts and edits that the servers acknowledged. */
  acknowledged: number
  /** Writes that were never acknowledged although the client retried them. */
  unanswered: number
  /** Contributions that never arrived on their organiser's stream. */
  unstreamed: number
  /** Number of failed attempts, by response or error. */
  failures: ReadonlyMap<string, number>
  /** Other failures, one sentence each. */
  faults: string[]
  verdict: Verdict
}

/**
 * Opens a site and loads it, then stops it and compares the ledger with the database. Removes all files, also when
 * `scenario` throws.
 */
export async function runLoad<Result>(
  options: LoadOptions<Result>,
): Promise<{ outcome: LoadOutcome; result: Result }> {
  const { kind, config, clients, seed, fault, scenario } = options
  const organisers = Math.ceil(clients / 2)
  const site = await openSite({
    kind,
    config,
    organisers,
    dataDir: fault?.dataDir,
    settings: fault?.settings,
  })
  const ledger = createLedger()
  const meter = createMeter()
  const faults: string[] = []
  try {
    const { origin } = site
    const onFault = (what: string) => void faults.push(what)
    const tools = {
      origin,
      send: createSend(origin),
      ledger,
      meter,
      random: createRandom(seed),
      onFault,
    }
    const people = await openClients(
      tools,
      site.organisers,
      clients - organisers,
      fault?.guestAction,
    )
    await sleep(WARM_UP)
    const watch = await watchServers(site.metrics)
    meter.read()
    const result = await scenario(site, async () => ({
      times: meter.read(),
      reading: await watch.read(),
    }))
    watch.close()
    await people.finish(TIMEOUT)
    people.close()
    await site.stopServers()
    const { dataDir } = site.config
    const verdict = await withDatabase(site.config, (database) =>
      checkLedger(ledger, database, dataDir, fault?.storage?.(dataDir)),
    )
    const sent = [ledger.contributions, ledger.receipts, ledger.mutations].flatMap((of) => [
      ...of.values(),
    ])
    const acknowledged = sent.filter(({ acknowledged }) => acknowledged).length
    const outcome = {
      acknowledged,
      unanswered: sent.length - acknowledged,
      unstreamed: unstreamed(ledger).length,
      failures: meter.failures,
      faults,
      verdict,
    }
    return { outcome, result }
  } finally {
    await site.close()
    await fault?.close?.()
  }
}
