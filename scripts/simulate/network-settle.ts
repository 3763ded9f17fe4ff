/* The rules that a run over real sockets must keep once the network is calm and everything has finished. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CALM } from './bad-proxy.ts'
import { findFaults } from './checks.ts'
import { reportTransfer } from './network-events.ts'
import type { Scene } from './network-scene.ts'

/** A client notices a silent stream after 40 s, and then waits 30 s at most before it connects again. */
const TIME_LIMIT = 120_000 // ms
const ASK_EVERY = 250 // ms

/** Waits until everything has found its place, and records what has not. */
export async function settle(scene: Scene): Promise<void> {
  const { stations, record, beside } = scene
  record.say('calm')
  await calmDown(scene)
  await until(() => stations.every(isInStep))
  // On lines that stay open everything must settle by itself: a reconnect would settle it otherwise.
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

async function calmDown(scene: Scene): Promise<void> {
  const { random, stations, guests } = scene
  const proxies = [guests, ...stations.map(({ proxy }) => proxy)]
  // Now and then a client must notice by itself that nobody is at the other end.
  const leavesSilence = random.chance(0.2)
  for (const proxy of proxies) {
    proxy.weather = CALM
    proxy.isPartitioned = false
    if (!leavesSilence) proxy.endSilence()
  }
  for (const { client } of stations) {
    client.spare()
    if (!client.isOn) await client.open()
    else if (!leavesSilence) client.client()?.tryNetwork()
  }
  await finish(scene)
  for (const proxy of proxies) await proxy.untilNothingIsLate()
}

async function finish({ underWay }: Scene): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay)
}

function isInStep({ client }: Scene['stations'][number]): boolean {
  const status = client.client()?.status()
  return status?.connection === 'live' && status.copy === 'ready' && status.pending === 0
}

/** Resolves when `isWell` holds, at the latest after the time limit. */
async function until(isWell: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIME_LIMIT
  while (!(await isWell()) && performance.now() < deadline) {
    await sleep(ASK_EVERY)
  }
}

async function findAll(scene: Scene): Promise<string[]> {
  const devices = scene.stations.map(({ client }) => client)
  return [
    ...(await findFaults(scene.database, devices, new Set(), false)),
    ...(await registerFaults(scene)),
    ...(await reportFaults(scene)),
  ]
}

/** The last value whose writer was told that it is kept is the server's, or a later one. */
async function registerFaults({ database, registers }: Scene): Promise<string[]> {
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

/** Each report that was acknowledged is there once, with its amount. */
async function reportFaults({ database, reports }: Scene): Promise<string[]> {
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
