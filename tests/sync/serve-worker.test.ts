import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Args, type CallName, newCall } from '../../web/replica/calls.ts'
import { ownOutbox } from '../../web/replica/own-outbox.ts'
import { ownCopy } from '../../web/replica/owned-copy.ts'
import { serveWorker } from '../../web/replica/serve-worker.ts'
import type { FromWorker } from '../../web/replica/worker-host.ts'
import { databasesOf } from '../support/database.ts'
import { buildCollection, buildPerson } from '../support/people.ts'
import { buildApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { buildClock, buildNetwork, buildOutbox } from './client-world.ts'
import { openEngine } from './person-copy.ts'

/* The worker's code on a real engine and a real server, without a worker. */

const open = databasesOf('embedded')
let worker: Awaited<ReturnType<typeof buildWorker>>

beforeEach(async () => {
  worker = await buildWorker()
})
afterEach(() => worker.ask('forget', []))

it('leaves queries to the server until the replica is filled', async () => {
  worker.network.isAway = true
  await expect(worker.ask('answer', ['my-collections', {}])).rejects.toMatchObject({
    code: 'internal',
  })
  worker.network.isAway = false
  await until(async () => expect(await worker.titles()).toEqual(['Regalo']))
})

it('[S10] says at once that a rebuilt replica is empty, and answers nothing from it', async () => {
  await until(async () => expect(await worker.titles()).toEqual(['Regalo']))
  worker.network.goAway()
  const rebuilt = worker.ask('rebuild', [])
  await expect(worker.titles()).rejects.toMatchObject({ code: 'internal' })
  expect(worker.states().at(-1)).not.toMatchObject({ copy: 'ready' })
  await rebuilt
  worker.network.isAway = false
  await until(async () => expect(await worker.titles()).toEqual(['Regalo']))
})

it.each(['compact', 'toString'])(
  '[S11] leaves the call «%s» of another release to the server',
  async (method) => {
    // @ts-expect-error A call that nobody implements does not compile.
    await expect(worker.ask(method, [])).rejects.toMatchObject({ code: 'internal' })
  },
)

async function buildWorker() {
  const app = await buildApp(await open())
  const lucia = await buildPerson(app)
  await buildCollection(app, lucia, { title: 'Regalo' })
  const network = buildNetwork(app, lucia)
  const clock = buildClock(app)
  const messages: FromWorker[] = []
  const waiting = new Map<string, (message: FromWorker) => void>()
  const connected = () => ({ outbox: buildOutbox(), transport: network.transport, clock })

  const port: Parameters<typeof serveWorker>[0]['port'] = {
    onmessage: null,
    postMessage(message) {
      messages.push(message)
      if ('id' in message) waiting.get(message.id)?.(message)
    },
  }
  serveWorker({
    kind: 'copy',
    async openCopy(announce, onBroken) {
      const pglite = await openEngine()
      const engine = { pglite, flush: async () => {}, drop: () => pglite.close() }
      const inspection = { diagnose: unasked, querySql: unasked }
      const personId = lucia.id
      return ownCopy({ ...connected(), personId, engine, announce, onBroken, inspection })
    },
    openOutbox: (announce) => ownOutbox({ ...connected(), announce }),
    deleteAll: async () => {},
    port,
  })

  async function ask<Name extends CallName>(method: Name, args: Args<Name>): Promise<unknown> {
    const call = newCall(method, args)
    const answer = new Promise<FromWorker>((resolve) => waiting.set(call.id, resolve))
    port.onmessage?.({ data: call } as MessageEvent)
    const message = await answer
    if ('error' in message) throw message.error
    return 'value' in message ? message.value : undefined
  }

  return {
    network,
    ask,
    async titles() {
      const { rows } = (await ask('answer', ['my-collections', {}])) as {
        rows: { title: string }[]
      }
      return rows.map(({ title }) => title)
    },
    states: () =>
      messages.flatMap((message) =>
        message.type === 'event' && message.event.type === 'state' ? [message.event.state] : [],
      ),
  }
}

async function unasked(): Promise<never> {
  throw new Error('Not asked here')
}
