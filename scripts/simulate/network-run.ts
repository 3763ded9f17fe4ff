/*
 * A run over real sockets: two processes of the server on one PostgreSQL, three of the project's own
 * sync clients, and before each client a proxy that misbehaves. Every few rounds all is calm, and
 * everything must have found its place. Sockets are not deterministic; the seed drives the choices.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { FEED_KEPT, trimFeed } from '../../server/domain/sync/trim-feed.ts'
import { MINUTE } from '../../shared/time.ts'
import type { BadProxy } from './bad-proxy.ts'
import {
  changeOwner,
  killServer,
  linkContribution,
  reportTransfer,
  writeBySql,
} from './network-events.ts'
import { openScene, type Scene, type Station } from './network-scene.ts'
import { settle } from './network-settle.ts'
import { actSomehow } from './person-actions.ts'
import { createRunRecord, type RunRecord } from './run-record.ts'

const LONGEST_DELAY = 800 // ms
const LONGEST_PARTITION = 8_000 // ms
const LONGEST_PAUSE = 2_000 // ms

interface Options {
  rounds: number
  seed: number
  /** How many rounds pass between two settlements. */
  settleEvery?: number
  /** Is filled while the run goes on. */
  record?: RunRecord
  /** Is called after each settlement. */
  onProgress?: (line: string) => void
}

/** Ends at the first fault. */
export async function runOnNetwork(options: Options): Promise<RunRecord> {
  const { rounds, seed, settleEvery = 25, onProgress = () => {} } = options
  const { record = createRunRecord() } = options
  const scene = await openScene(seed, record)
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

async function playRound(scene: Scene): Promise<void> {
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

async function act(scene: Scene): Promise<void> {
  const { random, stations } = scene
  const { client } = random.pick(stations)
  if (random.chance(0.2)) return scene.beside(reportTransfer(scene))
  if (!client.isOn) return client.open()
  if (random.chance(0.5)) return client.write()
  await actSomehow({ random, now: () => new Date(), busy: (work) => work() }, client)
}

async function mishap(scene: Scene): Promise<void> {
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
      client.leave(random.pick(['as it was', 'as it was', 'an older one', 'nothing']))
      return client.kill(random.pick([0, random.whole(1, 12), random.whole(1, 60)]))
    case 9:
      return client.flush()
    case 10:
      return scene.beside(killServer(scene))
    case 11:
      record.say('the feed is trimmed')
      record.count('trims of the feed')
      // The lines' times are the database's own: to it, enough time has passed.
      return trimFeed(scene.database, { now: new Date(Date.now() + FEED_KEPT + MINUTE) })
    case 12:
      return scene.beside(changeOwner(scene))
    default:
      return scene.beside(linkContribution(scene))
  }
}

function changeAllWeather(scene: Scene): void {
  for (const { proxy } of scene.stations) changeWeather(scene, proxy)
  changeWeather(scene, scene.guests)
}

function changeWeather({ random, record }: Scene, proxy: BadProxy): void {
  proxy.weather = { storm: random.next(), longestDelayMs: random.pick([20, 200, LONGEST_DELAY]) }
  record.say(`the weather turns: ${JSON.stringify(proxy.weather)}`)
}

async function partition({ random, record }: Scene, { client, proxy }: Station): Promise<void> {
  if (proxy.isPartitioned) return
  record.say(`${client.name}: a partition begins`)
  record.count('partitions')
  proxy.isPartitioned = true
  await sleep(random.whole(0, LONGEST_PARTITION))
  proxy.isPartitioned = false
  record.say(`${client.name}: a partition ends`)
  // A browser hears that the network is back, not that a router is.
  if (random.chance(0.5)) client.client()?.tryNetwork()
}

function countChanges({ stations, record }: Scene): void {
  for (const { client } of stations) {
    const changes = [...client.ledger.changes.values()]
    record.count('changes acknowledged', changes.filter(({ acknowledged }) => acknowledged).length)
    record.count('changes refused', changes.filter(({ refusals }) => refusals > 0).length)
  }
}
