/*
 * `npm run simulate -- --network`, a run over real sockets: two processes of the server on one PostgreSQL, and three
 * sync clients, each behind a bad proxy. Every few rounds everything is repaired, and S1 to S12 must hold (checks.ts).
 * The seed decides what happens, but sockets are not deterministic.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { exitOnSignals } from '../options.ts'
import { printTable } from '../print-table.ts'
import { trimWholeFeed } from './backend.ts'
import { type BadProxy, GOOD_CONDITIONS } from './bad-proxy.ts'
import { findFaults } from './checks.ts'
import { performRowAction } from './person-actions.ts'
import {
  changeOwner,
  killServer,
  linkContribution,
  reportTransfer,
  writeBySql,
} from './socket-events.ts'
import {
  createRunRecord,
  openSocketSite,
  type ProxiedClient,
  type RunRecord,
  type SocketSite,
} from './socket-site.ts'

/** A client notices a silent stream after 40 s, and reconnects 30 s later at most. */
const SETTLE_LIMIT = 120_000 // ms
const ASK_EVERY = 250 // ms
const LONGEST_DELAY = 800 // ms
const LONGEST_PARTITION = 8_000 // ms
const LONGEST_PAUSE = 2_000 // ms

interface Options {
  rounds: number
  seed: number
  /** Rounds between two settlements. */
  settleEvery?: number
  /** Is filled while the run goes on. */
  record?: RunRecord
  /** Is called after each settlement. */
  onProgress?: (line: string) => void
}

/** Stops at the first fault. */
export async function runOnSockets(options: Options): Promise<RunRecord> {
  const { rounds, seed, settleEvery = 25, onProgress = () => {} } = options
  const { record = createRunRecord() } = options
  const site = await openSocketSite(seed, record)
  try {
    for (const { client } of site.proxiedClients) await client.open()
    for (let round = 1; round <= rounds; round += 1) {
      record.log(`round ${round}`)
      if (round % settleEvery === 1) changeAllConditions(site)
      await playRound(site)
      record.count('rounds')
      if (round % settleEvery === 0 || round === rounds) {
        await settle(site)
        onProgress(`${round} rounds, ${record.faults.length} faults`)
      }
      if (record.faults.length > 0) break
    }
  } catch (error) {
    record.fault(error)
  } finally {
    countChanges(site)
    await site.close()
  }
  return record
}

async function playRound(site: SocketSite): Promise<void> {
  const { random } = site
  for (let acts = random.whole(3, 8); acts > 0; acts -= 1) {
    await act(site)
    await sleep(random.whole(0, 100))
  }
  for (let mishaps = random.whole(0, 2); mishaps > 0; mishaps -= 1) await mishap(site)
  for (const { client } of site.proxiedClients) {
    if (random.chance(0.25)) client.client()?.tryNetwork() // otherwise its back-off grows
  }
  if (random.chance(0.3)) site.beside(writeBySql(site))
  await sleep(random.whole(0, LONGEST_PAUSE))
}

async function act(site: SocketSite): Promise<void> {
  const { random, proxiedClients } = site
  const { client } = random.pick(proxiedClients)
  if (random.chance(0.2)) return site.beside(reportTransfer(site))
  if (!client.isOn) return client.open()
  if (random.chance(0.5)) return client.write()
  await performRowAction({ random, now: () => new Date(), busy: (work) => work() }, client)
}

async function mishap(site: SocketSite): Promise<void> {
  const { random, proxiedClients, guests, record } = site
  const proxiedClient = random.pick(proxiedClients)
  const { client, proxy } = proxiedClient
  switch (random.whole(1, 14)) {
    case 1:
    case 2:
    case 3:
      return changeConditions(site, random.chance(0.2) ? guests : proxy)
    case 4:
      record.log(`${client.name}: its streams are cut`)
      return proxy.cutStreams()
    case 5:
    case 6:
      return site.beside(partition(site, proxiedClient))
    case 7:
    case 8:
      client.leave(random.pick(['as it was', 'as it was', 'as flushed', 'nothing']))
      return client.killAfter(random.pick([0, random.whole(1, 12), random.whole(1, 60)]))
    case 9:
      return client.flush()
    case 10:
      return site.beside(killServer(site))
    case 11:
      record.log('the feed is trimmed')
      record.count('trims of the feed')
      return trimWholeFeed(site.database)
    case 12:
      return site.beside(changeOwner(site))
    default:
      return site.beside(linkContribution(site))
  }
}

function changeAllConditions(site: SocketSite): void {
  for (const { proxy } of site.proxiedClients) changeConditions(site, proxy)
  changeConditions(site, site.guests)
}

function changeConditions({ random, record }: SocketSite, proxy: BadProxy): void {
  proxy.conditions = {
    faultRate: random.next(),
    longestDelayMs: random.pick([20, 200, LONGEST_DELAY]),
  }
  record.log(`network conditions: ${JSON.stringify(proxy.conditions)}`)
}

async function partition(
  { random, record }: SocketSite,
  { client, proxy }: ProxiedClient,
): Promise<void> {
  if (proxy.isPartitioned) return
  record.log(`${client.name}: a partition begins`)
  record.count('partitions')
  proxy.isPartitioned = true
  await sleep(random.whole(0, LONGEST_PARTITION))
  proxy.isPartitioned = false
  record.log(`${client.name}: a partition ends`)
  // A browser gets an event when its own network returns, but not when a router's does.
  if (random.chance(0.5)) client.client()?.tryNetwork()
}

function countChanges({ proxiedClients, record }: SocketSite): void {
  for (const { client } of proxiedClients) {
    const changes = [...client.ledger.changes.values()]
    record.count('changes acknowledged', changes.filter(({ acknowledged }) => acknowledged).length)
    record.count('changes refused', changes.filter(({ refusals }) => refusals > 0).length)
  }
}

/** Repairs everything, waits until it has settled, and checks the rules. */
async function settle(site: SocketSite): Promise<void> {
  const { proxiedClients, record, beside } = site
  record.log('calm')
  await calmDown(site)
  await until(() => proxiedClients.every(isInStep))
  // A last change must settle on the open streams, because a reconnect would hide a fault.
  for (const { client } of proxiedClients) client.write()
  beside(reportTransfer(site))
  await finish(site)

  let faults: string[] = []
  await until(async () => {
    faults = await findAll(site)
    return faults.length === 0
  })
  for (const fault of faults) record.fault(fault)
  record.count('settlements')
}

async function calmDown(site: SocketSite): Promise<void> {
  const { random, proxiedClients, guests } = site
  const proxies = [guests, ...proxiedClients.map(({ proxy }) => proxy)]
  // Sometimes a client must notice a dead connection by itself.
  const leavesSilence = random.chance(0.2)
  for (const proxy of proxies) {
    proxy.conditions = GOOD_CONDITIONS
    proxy.isPartitioned = false
    if (!leavesSilence) proxy.endSilence()
  }
  for (const { client } of proxiedClients) {
    client.killAfter(Number.POSITIVE_INFINITY)
    if (!client.isOn) await client.open()
    else if (!leavesSilence) client.client()?.tryNetwork()
  }
  await finish(site)
  for (const proxy of proxies) await proxy.untilNothingIsLate()
}

async function finish({ underWay }: SocketSite): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay)
}

function isInStep({ client }: SocketSite['proxiedClients'][number]): boolean {
  const status = client.client()?.status()
  return status?.connection === 'live' && status.replica === 'ready' && status.pending === 0
}

/** Resolves when `isWell` holds, or after the time limit. */
async function until(isWell: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + SETTLE_LIMIT
  while (!(await isWell()) && performance.now() < deadline) {
    await sleep(ASK_EVERY)
  }
}

async function findAll(site: SocketSite): Promise<string[]> {
  const devices = site.proxiedClients.map(({ client }) => client)
  return [
    ...(await findFaults(site.database, devices, new Set(), false)),
    ...(await registerFaults(site)),
    ...(await reportFaults(site)),
  ]
}

/** The server has each acknowledged value, or a later one. */
async function registerFaults({ database, registers }: SocketSite): Promise<string[]> {
  const rows = await database.query<{ id: string; value: number }>(
    'select id, (suggested_amount * 100)::integer as value from collections where id = any($1::uuid[])',
    [registers.map(({ id }) => id)],
  )
  const values = new Map(rows.map(({ id, value }) => [id, value]))
  return registers.flatMap(({ id, acknowledged, written }) => {
    const value = values.get(id) ?? 0
    const isRight = value >= acknowledged && value <= written
    return isRight ? [] : [`${id} is ${value}, but should be ${acknowledged} to ${written}`]
  })
}

/** Each acknowledged report is there once, with its amount. */
async function reportFaults({ database, reports }: SocketSite): Promise<string[]> {
  const acknowledged = [...reports].filter(([, { acknowledged }]) => acknowledged)
  const wanted = acknowledged.map(([id, report]) => ({ id, ...report }))
  const rows = await database.query<{ fault: string }>(
    `select format('report %s of %s: %s rows with %s', w.id, w.amount, count(c.id), sum(c.amount)) as fault
     from json_to_recordset($1::text::json) as w (
       id uuid, "collectionId" uuid, "contributorName" text, amount integer
     )
     left join contributions c on c.contributor_name = w."contributorName"
     group by w.id, w."collectionId", w.amount
     having count(c.id) <> 1
       or sum(c.amount) <> w.amount * 0.01
       or not bool_and(c.id = w.id and c.collection_id = w."collectionId")`,
    [JSON.stringify(wanted)],
  )
  return rows.map(({ fault }) => fault)
}

/**
 * Runs one seed over real sockets, and prints the figures, and the log if there was a fault. Returns whether there
 * was none.
 */
export async function printSocketRun(rounds: number, seed: number): Promise<boolean> {
  const record = createRunRecord()
  exitOnSignals(() => {
    console.log('Ended early.')
    printFigures(record)
  })
  const began = performance.now()
  await runOnSockets({ rounds, seed, record, onProgress: console.log })
  const { faults, lines } = record
  if (faults.length > 0) console.log(lines.join('\n'))
  console.log(`Seed ${seed}, ${((performance.now() - began) / 1000).toFixed(0)} s`)
  printFigures(record)
  for (const fault of faults) console.log(fault)
  return faults.length === 0
}

function printFigures({ figures, faults }: RunRecord): void {
  const lines = Object.entries({ ...figures, faults: faults.length })
  printTable(lines.map(([name, value]) => [name, value.toLocaleString('en')]))
}
