/*
 * A run over real sockets: two processes of the server on one PostgreSQL, and three sync clients, each behind a bad
 * proxy. Every few rounds everything is repaired, and all rules must hold. The seed decides what happens, but sockets
 * are not deterministic.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { printTable } from '../print-table.ts'
import { trimWholeFeed } from './backend.ts'
import { type BadProxy, CALM } from './bad-proxy.ts'
import { findFaults } from './checks.ts'
import { actSomehow } from './person-actions.ts'
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
  type RunRecord,
  type SocketSite,
  type Station,
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
  const scene = await openSocketSite(seed, record)
  try {
    for (const { client } of scene.stations) await client.open()
    for (let round = 1; round <= rounds; round += 1) {
      record.say(`round ${round}`)
      if (round % settleEvery === 1) changeAllWeather(scene)
      await playRound(scene)
      record.count('rounds')
      if (round % settleEvery === 0 || round === rounds) {
        await settle(scene)
        onProgress(`${round} rounds, ${record.faults.length} faults`)
      }
      if (record.faults.length > 0) break
    }
  } catch (error) {
    record.fault(error)
  } finally {
    countChanges(scene)
    await scene.close()
  }
  return record
}

async function playRound(scene: SocketSite): Promise<void> {
  const { random } = scene
  for (let acts = random.whole(3, 8); acts > 0; acts -= 1) {
    await act(scene)
    await sleep(random.whole(0, 100))
  }
  for (let mishaps = random.whole(0, 2); mishaps > 0; mishaps -= 1) await mishap(scene)
  for (const { client } of scene.stations) {
    if (random.chance(0.25)) client.client()?.tryNetwork() // or it waits ever longer
  }
  if (random.chance(0.3)) scene.beside(writeBySql(scene))
  await sleep(random.whole(0, LONGEST_PAUSE))
}

async function act(scene: SocketSite): Promise<void> {
  const { random, stations } = scene
  const { client } = random.pick(stations)
  if (random.chance(0.2)) return scene.beside(reportTransfer(scene))
  if (!client.isOn) return client.open()
  if (random.chance(0.5)) return client.write()
  await actSomehow({ random, now: () => new Date(), busy: (work) => work() }, client)
}

async function mishap(scene: SocketSite): Promise<void> {
  const { random, stations, guests, record } = scene
  const station = random.pick(stations)
  const { client, proxy } = station
  switch (random.whole(1, 14)) {
    case 1:
    case 2:
    case 3:
      return changeWeather(scene, random.chance(0.2) ? guests : proxy)
    case 4:
      record.say(`${client.name}: its streams are cut`)
      return proxy.cutStreams()
    case 5:
    case 6:
      return scene.beside(partition(scene, station))
    case 7:
    case 8:
      client.leave(random.pick(['as it was', 'as it was', 'as flushed', 'nothing']))
      return client.killAfter(random.pick([0, random.whole(1, 12), random.whole(1, 60)]))
    case 9:
      return client.flush()
    case 10:
      return scene.beside(killServer(scene))
    case 11:
      record.say('the feed is trimmed')
      record.count('trims of the feed')
      return trimWholeFeed(scene.database)
    case 12:
      return scene.beside(changeOwner(scene))
    default:
      return scene.beside(linkContribution(scene))
  }
}

function changeAllWeather(scene: SocketSite): void {
  for (const { proxy } of scene.stations) changeWeather(scene, proxy)
  changeWeather(scene, scene.guests)
}

function changeWeather({ random, record }: SocketSite, proxy: BadProxy): void {
  proxy.weather = { storm: random.next(), longestDelayMs: random.pick([20, 200, LONGEST_DELAY]) }
  record.say(`the weather turns: ${JSON.stringify(proxy.weather)}`)
}

async function partition(
  { random, record }: SocketSite,
  { client, proxy }: Station,
): Promise<void> {
  if (proxy.isPartitioned) return
  record.say(`${client.name}: a partition begins`)
  record.count('partitions')
  proxy.isPartitioned = true
  await sleep(random.whole(0, LONGEST_PARTITION))
  proxy.isPartitioned = false
  record.say(`${client.name}: a partition ends`)
  // A browser notices that its network is back, but not a router's.
  if (random.chance(0.5)) client.client()?.tryNetwork()
}

function countChanges({ stations, record }: SocketSite): void {
  for (const { client } of stations) {
    const changes = [...client.ledger.changes.values()]
    record.count('changes acknowledged', changes.filter(({ acknowledged }) => acknowledged).length)
    record.count('changes refused', changes.filter(({ refusals }) => refusals > 0).length)
  }
}

/** Repairs everything, waits until it has settled, and checks the rules. */
async function settle(scene: SocketSite): Promise<void> {
  const { stations, record, beside } = scene
  record.say('calm')
  await calmDown(scene)
  await until(() => stations.every(isInStep))
  // A last change must settle on the open streams, because a reconnect would hide a fault.
  for (const { client } of stations) client.write()
  beside(reportTransfer(scene))
  await finish(scene)

  let faults: string[] = []
  await until(async () => {
    faults = await findAll(scene)
    return faults.length === 0
  })
  for (const fault of faults) record.fault(fault)
  record.count('settlements')
}

async function calmDown(scene: SocketSite): Promise<void> {
  const { random, stations, guests } = scene
  const proxies = [guests, ...stations.map(({ proxy }) => proxy)]
  // Sometimes a client must notice a dead connection by itself.
  const leavesSilence = random.chance(0.2)
  for (const proxy of proxies) {
    proxy.weather = CALM
    proxy.isPartitioned = false
    if (!leavesSilence) proxy.endSilence()
  }
  for (const { client } of stations) {
    client.killAfter(Number.POSITIVE_INFINITY)
    if (!client.isOn) await client.open()
    else if (!leavesSilence) client.client()?.tryNetwork()
  }
  await finish(scene)
  for (const proxy of proxies) await proxy.untilNothingIsLate()
}

async function finish({ underWay }: SocketSite): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay)
}

function isInStep({ client }: SocketSite['stations'][number]): boolean {
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

async function findAll(scene: SocketSite): Promise<string[]> {
  const devices = scene.stations.map(({ client }) => client)
  return [
    ...(await findFaults(scene.database, devices, new Set(), false)),
    ...(await registerFaults(scene)),
    ...(await reportFaults(scene)),
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
 * Runs one seed over real sockets, and prints the figures, and the story if there was a fault. Returns whether there
 * was none.
 */
export async function printSocketRun(rounds: number, seed: number): Promise<boolean> {
  const record = createRunRecord()
  // 'exit' handlers end servers and delete folders, and a signal alone does not run them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.log('Ended early.')
      printFigures(record)
      process.exit(1)
    })
  }
  const began = performance.now()
  await runOnSockets({ rounds, seed, record, onProgress: console.log })
  const { faults, story } = record
  if (faults.length > 0) console.log(story.join('\n'))
  console.log(`Seed ${seed}, ${((performance.now() - began) / 1000).toFixed(0)} s`)
  printFigures(record)
  for (const fault of faults) console.log(fault)
  return faults.length === 0
}

function printFigures({ figures, faults }: RunRecord): void {
  const lines = Object.entries({ ...figures, faults: faults.length })
  printTable(lines.map(([name, value]) => [name, value.toLocaleString('en')]))
}
