/*
 * The simulated network between devices and servers. It loses, delays, reorders and repeats requests, loses and
 * truncates responses, and cuts streams, sometimes without an error at either end. Bytes of one stream arrive in order:
 * it is one TCP connection.
 */
import type { Backend } from './backend.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimulatedRequest, SimulatedResponse } from './server.ts'

/** The timeout of a push in web/replica/transport.ts. */
const TIME_LIMIT_MS = 20_000

const PATHS = { snapshot: '/api/sync/snapshot/', stream: '/api/sync?' }

export interface NetworkConditions {
  /** 0: nothing fails; 1: each kind of failure has its highest probability. */
  faultRate: number
  longestDelayMs: number
}

export const GOOD_CONDITIONS: NetworkConditions = { faultRate: 0, longestDelayMs: 20 }

/** A process that sends requests. */
export interface Caller {
  readonly name: string
  /** Once true, responses are dropped. */
  readonly ended: () => boolean
  readonly isOnline: () => boolean
  readonly token: () => string | null
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>

export type Network = ReturnType<typeof createNetwork>

export function createNetwork(scheduler: Scheduler, backend: Backend) {
  const { random } = scheduler
  const streams = new Map<Stream, string>()
  const pushes = new Map<string, SimulatedRequest>()
  let restores = 0

  const delay = () => random.whole(1, network.conditions.longestDelayMs)
  const goesWrong = (share: number) => random.chance(network.conditions.faultRate * share)

  function fetch(
    caller: Caller,
    sent: SimulatedRequest,
    signal: AbortSignal | null,
  ): Promise<Response> {
    const what = describe(sent)
    if (sent.body !== undefined) pushes.set(caller.name, sent)
    return new Promise((resolve, reject) => {
      const fail = () => {
        if (!caller.ended()) reject(new TypeError('fetch failed'))
      }
      signal?.addEventListener('abort', fail)

      async function arrive(isRepeated: boolean): Promise<void> {
        await beforeArrival(sent)
        const before = restores
        const answer = await handle(caller, sent)
        if (!answer || isRepeated) return drop(answer)
        if (goesWrong(0.2)) {
          drop(answer)
          return scheduler.log(`${caller.name}: the answer to ${what} is lost`)
        }
        const isLate = goesWrong(0.1)
        if (isLate) scheduler.log(`${caller.name}: the answer to ${what} is overtaken`)
        scheduler.after(delay() + (isLate ? random.whole(1, TIME_LIMIT_MS) : 0), () => {
          if (caller.ended() || signal?.aborted || restores !== before) drop(answer)
          else resolve(responseOf(caller, answer))
        })
      }

      const arriveIn = (ms: number, isRepeated: boolean) =>
        scheduler.after(ms, () => void arrive(isRepeated).catch(scheduler.fault))
      if (!caller.isOnline()) return void scheduler.after(1, fail)
      const heldUpMs = timeHeldUp(caller, sent)
      const isHeldUp = heldUpMs > 0
      if (isHeldUp) scheduler.log(`${caller.name}: ${what} is held up until its caller gives up`)
      if (!isHeldUp && goesWrong(0.1)) return scheduler.log(`${caller.name}: ${what} is lost`)
      if (!isHeldUp && goesWrong(0.1)) {
        return void scheduler.after(delay(), () => resolve(badGateway()))
      }
      arriveIn(heldUpMs + delay(), false)
      if (goesWrong(0.2)) {
        scheduler.log(`${caller.name}: ${what} is sent twice`)
        arriveIn(delay() * random.whole(1, 20), true)
      }
    })
  }

  function timeHeldUp({ name }: Caller, { body }: SimulatedRequest): number {
    if (name !== network.holdUpPushOf || body === undefined) {
      return goesWrong(0.1) ? TIME_LIMIT_MS : 0
    }
    network.holdUpPushOf = null
    return 2 * TIME_LIMIT_MS
  }

  async function beforeArrival({ path }: SimulatedRequest): Promise<void> {
    const { before } = network
    if (before === null || !path.startsWith(PATHS[before.request])) return
    network.before = null
    await before.happen()
  }

  async function handle(caller: Caller, sent: SimulatedRequest): Promise<SimulatedResponse | null> {
    // A server that ends in the middle of a push has applied some of it, and sends no response.
    if (sent.body === undefined || !goesWrong(0.1)) return backend.handle(sent)
    scheduler.log(`the server ends in the middle of ${caller.name}'s push`)
    const { mutations } = JSON.parse(sent.body)
    const done = mutations.slice(0, random.whole(0, mutations.length))
    await backend.handle({ ...sent, body: JSON.stringify({ mutations: done }) })
    await backend.restart('one')
    return null
  }

  /** Returns a body that ends in the middle, as when a connection breaks. */
  function torn(body: ArrayBuffer): ReadableStream {
    const bytes = new Uint8Array(body)
    const half = bytes.slice(0, random.whole(0, Math.max(bytes.length - 1, 0)))
    scheduler.log('a body is torn')
    return new ReadableStream({
      start(controller) {
        if (half.length > 0) controller.enqueue(half)
        controller.error(new TypeError('terminated'))
      },
    })
  }

  function responseOf(
    caller: Caller,
    { status, headers, body, chunks }: SimulatedResponse,
  ): Response {
    if (!chunks) return new Response(goesWrong(0.05) ? torn(body) : body, { status, headers })
    const stream = createStream({
      scheduler,
      delay,
      hasReaderEnded: caller.ended,
      onEnd() {
        void chunks.cancel()
        streams.delete(stream)
      },
    })
    streams.set(stream, caller.name)
    void carry(caller, chunks, stream).catch(scheduler.fault)
    return new Response(stream.body, { status, headers })
  }

  async function carry(
    caller: Caller,
    chunks: ReadableStreamDefaultReader<Uint8Array>,
    stream: Stream,
  ): Promise<void> {
    while (stream.isOpen) {
      const { done, value } = await chunks.read()
      if (done) return stream.finish()
      if (goesWrong(0.05)) cut(caller.name, stream)
      else stream.send(value, goesWrong(0.2) ? 2 : 1)
    }
  }

  function cut(name: string, stream: Stream): void {
    const isSilent = random.chance(0.3)
    scheduler.log(`${name}: the stream is cut${isSilent ? ', silently' : ''}`)
    if (isSilent) stream.endSilently()
    else stream.end()
  }

  const network = {
    conditions: GOOD_CONDITIONS,
    /** Called once, when the next such request arrives. */
    before: null as { request: 'snapshot' | 'stream'; happen: () => Promise<void> } | null,
    /** Name of the device whose next push arrives only after later ones. */
    holdUpPushOf: null as string | null,
    fetchOf: (caller: Caller): Fetch => {
      return (path, { body, method = 'GET', headers, signal = null }) => {
        const token = caller.token()
        const cookie: Record<string, string> = token === null ? {} : { cookie: `session=${token}` }
        const sent = {
          path,
          method,
          headers: { ...Object.fromEntries(new Headers(headers)), ...cookie },
          body: body === undefined ? undefined : String(body),
        }
        return fetch(caller, sent, signal)
      }
    },
    /** Cuts the streams of a device. */
    cut(name: string): void {
      for (const [stream, owner] of [...streams]) if (owner === name) cut(name, stream)
    },
    /** Lets the last push of a device arrive once more. */
    repeatPush(name: string): void {
      const sent = pushes.get(name)
      if (!sent) return
      scheduler.log(`${name}: ${describe(sent)} arrives once more`)
      // Not awaited: it may wait for a transaction that ends only as time passes.
      scheduler.after(delay(), () => void backend.handle(sent).then(drop, scheduler.fault))
    },
    /** Drops all responses under way, as while a backup is restored. */
    loseAnswers(): void {
      restores += 1
      for (const [stream, owner] of [...streams]) cut(owner, stream)
    },
  }
  return network
}

/** Leaves out the cursor in an address. */
function describe({ path, body }: SimulatedRequest): string {
  if (body === undefined) return path.replace(/^\/api\//, '').replace(/\?.*/, '')
  const { mutations }: { mutations: { id: string }[] } = JSON.parse(body)
  return `push ${mutations.map(({ id }) => id).join(' ')}`
}

function drop(answer: SimulatedResponse | null): void {
  void answer?.chunks?.cancel()
}

/** The response of a proxy that does not reach the server. */
function badGateway(): Response {
  return new Response('<html>Bad Gateway</html>', { status: 502 })
}

/** The body of an event stream under way to a device. */
interface Stream {
  body: ReadableStream<Uint8Array>
  readonly isOpen: boolean
  /** Sends the bytes `times` times, as after a reconnect (S4). */
  send(bytes: Uint8Array, times: number): void
  /** Closes it after everything that was sent. */
  finish(): void
  /** Cuts it now: bytes under way are lost. */
  end(): void
  /** Like `end`, but the device notices only that no beats come. */
  endSilently(): void
}

interface StreamParts {
  scheduler: Scheduler
  delay(): number
  hasReaderEnded(): boolean
  onEnd(): void
}

function createStream({ scheduler, delay, hasReaderEnded, onEnd }: StreamParts): Stream {
  let state: 'open' | 'silent' | 'ended' = 'open'
  let lastArrival = 0
  let controller: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own
    },
    cancel: () => close('ended'),
  })

  function close(next: 'silent' | 'ended'): void {
    const wasOpen = state === 'open'
    state = next
    if (wasOpen) onEnd()
  }

  /** Later than everything before it. */
  function inOrder(arrive: () => void): void {
    const now = scheduler.now().getTime()
    lastArrival = Math.max(lastArrival + 1, now + delay())
    scheduler.after(lastArrival - now, () => {
      if (state !== 'open') return
      if (hasReaderEnded()) close('ended')
      else arrive()
    })
  }

  /** TCP may divide bytes anywhere. */
  function sendOnce(bytes: Uint8Array): void {
    const cut = scheduler.random.whole(0, bytes.length)
    for (const piece of [bytes.slice(0, cut), bytes.slice(cut)]) {
      if (piece.length > 0) inOrder(() => controller.enqueue(piece))
    }
  }

  return {
    body,
    get isOpen() {
      return state === 'open'
    },
    send(bytes, times) {
      for (let time = 1; time <= times; time += 1) sendOnce(bytes)
    },
    finish: () =>
      inOrder(() => {
        close('ended')
        controller.close()
      }),
    end() {
      if (state === 'ended') return
      close('ended')
      if (!hasReaderEnded()) controller.error(new TypeError('network error'))
    },
    endSilently: () => close('silent'),
  }
}
