import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recentFaults } from '../../web/api/faults.ts'
import { type Call, newCall } from '../../web/replica/calls.ts'
import {
  type FromWorker,
  startWorkerHost,
  type ToWorker,
  type WorkerKind,
  type WorkerPort,
} from '../../web/replica/worker-host.ts'

const LONG = 120_000 // ms
/** Of the workers of six crashes. */
const REPLICAS: WorkerKind[] = Array.from({ length: 7 }, () => 'replica')
const OUTBOXES: WorkerKind[] = Array.from({ length: 4 }, () => 'outbox')

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[S11] the host of a worker', () => {
  it('starts one that is named after the person and its kind', () => {
    const started = vi.fn()
    class NamedWorker {
      constructor(url: URL, options: WorkerOptions) {
        started(url.pathname.split('/').at(-1), options)
      }
      postMessage(): void {}
      terminate(): void {}
    }
    vi.stubGlobal('Worker', NamedWorker)
    startWorkerHost('lucia', () => {}).close()
    expect(started).toHaveBeenCalledWith('worker.ts', { type: 'module', name: 'lucia replica' })
  })

  it('forwards its events, and ignores an answer without a call', async () => {
    const { host, workers, announced } = buildHost()
    const answer = host.handle(newCall('answer', ['profile', {}]))
    workers[0]?.say({ type: 'event', event: { type: 'changed' } })
    workers[0]?.answerAll('here')
    workers[0]?.answerAll('again')
    workers[0]?.say({ type: 'refusal', id: 'unknown', error: { code: 'internal', message: '' } })
    expect(announced).toEqual([{ type: 'changed' }])
    expect(await answer).toBe('here')
  })

  it('ends it when it closes, and starts no other one', async () => {
    const { host, workers } = buildHost()
    void host.handle(newCall('answer', ['profile', {}]))
    host.close()
    await vi.advanceTimersByTimeAsync(LONG)
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true])
  })
})

describe('[S11] a worker that dies', () => {
  it('is replaced, and the next one gets the unanswered calls', async () => {
    const { host, workers } = buildHost()
    const answer = host.handle(newCall('answer', ['profile', {}]))
    workers[0]?.crash('Out of memory')
    expect(workers[0]?.isTerminated).toBe(true)
    expect(recentFaults().at(-1)).toMatchObject({ message: 'Worker: Out of memory' })
    workers[1]?.answerAll('here')
    expect(await answer).toBe('here')
  })

  it('[S10] is replaced when it reports that its replica is damaged', async () => {
    const { host, workers } = buildHost()
    const answer = host.handle(newCall('mutate', ['close', {}, 'an id', 1]))
    workers[0]?.say({ type: 'broken', why: 'Error: bad page' })
    expect(recentFaults().at(-1)?.message).toBe('Worker: damaged files. Error: bad page')
    expect(workers.map(({ kind }) => kind)).toEqual(['replica', 'replica'])
    workers[1]?.answerAll(null)
    expect(await answer).toBeNull()
    workers[1]?.say({ type: 'broken' })
    expect(recentFaults().at(-1)?.message).toBe('Worker: damaged files. ')
  })

  it('is noticed by its silence while a call waits', async () => {
    const { host, workers } = buildHost()
    void host.handle(newCall('mutate', ['close', {}, 'an id', 1]))
    await vi.advanceTimersByTimeAsync(LONG)
    expect(workers.length).toBeGreaterThan(1)
    expect(recentFaults().at(-1)?.message).toBe('Worker: no answer')
    expect(workers[1]?.heard[0]).toMatchObject({
      method: 'mutate',
      args: ['close', {}, 'an id', 1],
    })
  })

  it('is left alone while it answers pings, however long a call takes', async () => {
    const { host, workers } = buildHost({ answersPings: true })
    void host.handle(newCall('rebuild', []))
    await vi.advanceTimersByTimeAsync(LONG)
    expect(workers).toHaveLength(1)
  })

  it('is left alone while no call is open', async () => {
    const { workers } = buildHost()
    await vi.advanceTimersByTimeAsync(LONG)
    expect(workers).toHaveLength(1)
    expect(workers[0]?.heard).toEqual([])
  })

  it('is replaced by the outbox alone after several crashes, and open calls are rejected', async () => {
    const { host, workers, announced } = buildHost()
    const answer = host.handle(newCall('answer', ['profile', {}]))
    const refused = expect(answer).rejects.toMatchObject({ code: 'internal' })
    for (let life = 0; life < 4; life++) workers[life]?.crash()
    await refused
    expect(workers.map(({ kind }) => kind)).toEqual(['replica', 'replica', 'replica', 'outbox'])
    const state = {
      replica: 'none',
      connection: 'starting',
      changes: [],
      lastSync: null,
      kept: true,
      changesKept: true,
      rows: null,
      bytes: null,
    }
    expect(announced).toEqual([{ type: 'state', state }])
    await expect(host.handle(newCall('answer', ['profile', {}]))).rejects.toMatchObject({
      code: 'internal',
      message: 'La copia de este navegador no responde. Tus cambios están a salvo.',
    })
    // A tab that opens later asks for it, and would take the replica for one that is opening.
    expect(await host.handle(newCall('state', []))).toEqual(state)
    host.close()
  })

  it.each([
    ['6 minutes', 6, REPLICAS],
    ['5 minutes, as the first of three is 10 minutes old', 5, REPLICAS],
    [
      '4 minutes for a while, and then by the outbox alone',
      4,
      [...REPLICAS.slice(0, 3), ...OUTBOXES],
    ],
  ])('is replaced by another replica when it dies every %s', async (_pause, minutes, kinds) => {
    const { workers } = buildHost()
    for (let life = 0; life < 6; life++) {
      workers[life]?.crash()
      await vi.advanceTimersByTimeAsync(minutes * 60_000)
    }
    expect(workers.map(({ kind }) => kind)).toEqual(kinds)
  })
})

describe('[S11] a query of the person that kills a worker', () => {
  it('is stopped and not repeated, and the next worker answers the other calls', async () => {
    const { host, workers } = buildHost()
    const query = host.handle(newCall('querySql', ['select'])).catch((error) => error)
    const answer = host.handle(newCall('answer', ['profile', {}]))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(await query).toMatchObject({
      code: 'too-large',
      message: 'La consulta tardó demasiado y la detuvimos.',
    })
    expect(workers[1]?.heard.map(({ method }) => method)).toEqual(['answer'])
    workers[1]?.answerAll('here')
    expect(await answer).toBe('here')
  })

  it('does not count as a crash of the replica', async () => {
    const { host, workers } = buildHost()
    for (let life = 0; life < 6; life++) {
      const query = host.handle(newCall('querySql', ['select'])).catch(() => undefined)
      workers[life]?.crash()
      await query
    }
    expect(workers.map(({ kind }) => kind)).toEqual(REPLICAS)
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

/** A worker that does only what the test tells it to. */
function buildWorker(kind: WorkerKind, answersPings: boolean) {
  const heard: Call[] = []
  const worker: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message: ToWorker) {
      if (message.type === 'call') heard.push(message)
      else if (answersPings && message.type === 'ping') say({ type: 'pong' })
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
    crash: (message = '') => worker.onerror?.call(worker as Worker, { message } as ErrorEvent),
    answerAll(value: unknown) {
      for (const { id } of heard) say({ type: 'answer', id, value })
    },
  })
  return built
}
