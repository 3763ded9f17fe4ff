import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Call, newCall } from '../../web/replica/calls.ts'
import {
  type FromWorker,
  startWorkerHost,
  type ToWorker,
  type WorkerKind,
  type WorkerPort,
} from '../../web/replica/worker-host.ts'

const LONG = 120_000 // ms

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('[S11] a worker that dies', () => {
  it('is replaced, and the next one is asked what nobody answered', async () => {
    const { host, workers } = buildHost()
    const answer = host.handle(newCall('answer', ['profile', {}]))
    workers[0]?.crash()
    expect(workers[0]?.isTerminated).toBe(true)
    workers[1]?.answerAll('here')
    expect(await answer).toBe('here')
  })

  it('[S10] is replaced when it says that its copy is damaged', async () => {
    const { host, workers } = buildHost()
    const answer = host.handle(newCall('mutate', ['close', {}, 'an id', 1]))
    workers[0]?.say({ type: 'broken' })
    expect(workers.map(({ kind }) => kind)).toEqual(['copy', 'copy'])
    workers[1]?.answerAll(null)
    expect(await answer).toBeNull()
  })

  it('is noticed by its silence while a call waits', async () => {
    const { host, workers } = buildHost()
    void host.handle(newCall('mutate', ['close', {}, 'an id', 1]))
    await vi.advanceTimersByTimeAsync(LONG)
    expect(workers.length).toBeGreaterThan(1)
    expect(workers[1]?.heard[0]).toMatchObject({
      method: 'mutate',
      args: ['close', {}, 'an id', 1],
    })
  })

  it('is left alone while it says that it lives, however long a call takes', async () => {
    const { host, workers } = buildHost({ answersPings: true })
    void host.handle(newCall('rebuild', []))
    await vi.advanceTimersByTimeAsync(LONG)
    expect(workers).toHaveLength(1)
  })

  it('is left alone while nobody waits', async () => {
    const { workers } = buildHost()
    await vi.advanceTimersByTimeAsync(LONG)
    expect(workers).toHaveLength(1)
    expect(workers[0]?.heard).toEqual([])
  })

  it('gives its place to the outbox alone, and at last nobody waits for ever', async () => {
    const { host, workers, announced } = buildHost()
    const answer = host.handle(newCall('answer', ['profile', {}]))
    const refused = expect(answer).rejects.toMatchObject({ code: 'internal' })
    for (let life = 0; life < 4; life++) workers[life]?.crash()
    await refused
    expect(workers.map(({ kind }) => kind)).toEqual(['copy', 'copy', 'copy', 'outbox'])
    expect(announced).toMatchObject([{ type: 'state', state: { copy: 'none' } }])
    await expect(host.handle(newCall('answer', ['profile', {}]))).rejects.toMatchObject({
      code: 'internal',
    })
  })

  it('is replaced by another copy, however often it dies, when deaths are far apart', async () => {
    const { workers } = buildHost()
    for (let life = 0; life < 6; life++) {
      workers[life]?.crash()
      await vi.advanceTimersByTimeAsync(6 * 60_000)
    }
    expect(workers.map(({ kind }) => kind)).toEqual(Array.from({ length: 7 }, () => 'copy'))
  })
})

describe('[S11] a query of the person that kills a worker', () => {
  it('is stopped and not asked again, and whoever else waits is answered by the next worker', async () => {
    const { host, workers } = buildHost()
    const query = host.handle(newCall('querySql', ['select'])).catch((error) => error)
    const answer = host.handle(newCall('answer', ['profile', {}]))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(await query).toMatchObject({ message: 'La consulta tardó demasiado y la detuvimos.' })
    expect(workers[1]?.heard.map(({ method }) => method)).toEqual(['answer'])
    workers[1]?.answerAll('here')
    expect(await answer).toBe('here')
  })

  it('says nothing about what the device can hold', async () => {
    const { host, workers } = buildHost()
    for (let life = 0; life < 6; life++) {
      const query = host.handle(newCall('querySql', ['select'])).catch(() => undefined)
      workers[life]?.crash()
      await query
    }
    expect(workers.map(({ kind }) => kind)).toEqual(Array.from({ length: 7 }, () => 'copy'))
  })
})

function buildHost({ answersPings = false } = {}) {
  const workers: TestWorker[] = []
  const announced: unknown[] = []
  const host = startWorkerHost(
    'lucia',
    (event) => announced.push(event),
    (_personId, kind) => {
      const worker = buildWorker(kind, answersPings)
      workers.push(worker)
      return worker
    },
  )
  return { host, workers, announced }
}

type TestWorker = ReturnType<typeof buildWorker>

/** It does nothing but what the test says. */
function buildWorker(kind: WorkerKind, answersPings: boolean) {
  const heard: Call[] = []
  const worker: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message: ToWorker) {
      if (message.type === 'call') heard.push(message)
      else if (answersPings) say({ type: 'pong' })
    },
    terminate() {
      built.isTerminated = true
    },
  }
  const say = (data: FromWorker) =>
    worker.onmessage?.call(worker as Worker, { data } as MessageEvent<FromWorker>)
  const built = Object.assign(worker, {
    kind,
    heard,
    isTerminated: false,
    say,
    crash: () => worker.onerror?.call(worker as Worker, {} as ErrorEvent),
    answerAll(value: unknown) {
      for (const { id } of heard) say({ type: 'answer', id, value })
    },
  })
  return built
}
