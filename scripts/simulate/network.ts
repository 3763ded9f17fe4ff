/*
 * A network between devices and the servers, as bad as the weather: it loses, delays, overtakes and
 * repeats requests, swallows answers, and cuts streams, sometimes without either end hearing of it.
 * Within one stream nothing is overtaken: it is one TCP connection.
 */
import type { Backend } from './backend.ts'
import type { Answer, Sent } from './server.ts'
import { createStream, type Stream } from './stream.ts'
import type { World } from './world.ts'

/** web/replica/transport.ts gives up on a push so late. */
const TIME_LIMIT_MS = 20_000

const PATHS = { snapshot: '/api/sync/snapshot/', stream: '/api/sync?' }

export interface Weather {
  /** Of 0 to 1: how much goes wrong. */
  storm: number
  longestDelayMs: number
}

export const CALM: Weather = { storm: 0, longestDelayMs: 20 }

/** The tab at this end of the network. */
export interface Caller {
  readonly name: string
  /** Whether the tab has ended; responses that arrive later are dropped. */
  readonly ended: () => boolean
  readonly isOnline: () => boolean
  /** The session's token that this browser holds now. */
  readonly token: () => string | null
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>

export interface Network {
  weather: Weather
  fetchOf(caller: Caller): Fetch
  /** Happens once, when the next such request arrives. */
  before: { request: 'snapshot' | 'stream'; happen: () => Promise<void> } | null
  /** The device whose next push arrives only after those that follow it. */
  holdUpPushOf: string | null
  /** Cuts the streams of a device. */
  cut(name: string): void
  /** Lets the last push of a device arrive once more, from somewhere on its way. */
  repeatPush(name: string): void
  /** As while a backup is put back: of what the servers have said nothing more arrives. */
  loseAnswers(): void
}

export function createNetwork(world: World, backend: Backend): Network {
  const { random } = world
  const streams = new Map<Stream, string>()
  const pushes = new Map<string, Sent>()
  let silences = 0

  const delay = () => random.whole(1, network.weather.longestDelayMs)
  const goesWrong = (share: number) => random.chance(network.weather.storm * share)

  function fetch(caller: Caller, sent: Sent, signal: AbortSignal | null): Promise<Response> {
    const what = wordsOf(sent)
    if (sent.body !== undefined) pushes.set(caller.name, sent)
    return new Promise((resolve, reject) => {
      const fail = () => {
        if (!caller.ended()) reject(new TypeError('fetch failed'))
      }
      signal?.addEventListener('abort', fail)

      async function arrive(isRepeated: boolean): Promise<void> {
        await beforeArrival(sent)
        const before = silences
        const answer = await handle(caller, sent)
        if (!answer || isRepeated) return leave(answer)
        if (goesWrong(0.2)) {
          leave(answer)
          return world.say(`${caller.name}: the answer to ${what} is lost`)
        }
        const dawdles = goesWrong(0.1)
        if (dawdles) world.say(`${caller.name}: the answer to ${what} is overtaken`)
        world.after(delay() + (dawdles ? random.whole(1, TIME_LIMIT_MS) : 0), () => {
          if (caller.ended() || signal?.aborted || silences !== before) leave(answer)
          else resolve(responseOf(caller, answer))
        })
      }

      const arriveIn = (ms: number, isRepeated: boolean) =>
        world.after(ms, () => void arrive(isRepeated).catch(world.fault))
      if (!caller.isOnline()) return void world.after(1, fail)
      if (goesWrong(0.1)) return world.say(`${caller.name}: ${what} is lost`)
      if (goesWrong(0.1)) return void world.after(delay(), () => resolve(fromProxy()))
      const heldUpMs = timeHeldUp(caller, sent)
      if (heldUpMs > 0) world.say(`${caller.name}: ${what} is held up until nobody waits for it`)
      arriveIn(heldUpMs + delay(), false)
      if (goesWrong(0.2)) {
        world.say(`${caller.name}: ${what} is sent twice`)
        arriveIn(delay() * random.whole(1, 20), true)
      }
    })
  }

  function timeHeldUp({ name }: Caller, { body }: Sent): number {
    if (name !== network.holdUpPushOf || body === undefined)
      return goesWrong(0.1) ? TIME_LIMIT_MS : 0
    network.holdUpPushOf = null
    return 2 * TIME_LIMIT_MS
  }

  async function beforeArrival({ path }: Sent): Promise<void> {
    const { before } = network
    if (before === null || !path.startsWith(PATHS[before.request])) return
    network.before = null
    await before.happen()
  }

  async function handle(caller: Caller, sent: Sent): Promise<Answer | null> {
    // A server that ends in the middle has done the first ones, and answers nothing.
    if (sent.body === undefined || !goesWrong(0.1)) return backend.ask(sent)
    world.say(`the server ends in the middle of ${caller.name}'s push`)
    const { mutations } = JSON.parse(sent.body)
    const done = mutations.slice(0, random.whole(0, mutations.length))
    await backend.ask({ ...sent, body: JSON.stringify({ mutations: done }) })
    await backend.restart('one')
    return null
  }

  /** A body that ends in the middle, as when a connection breaks. */
  function torn(body: ArrayBuffer): ReadableStream {
    const bytes = new Uint8Array(body)
    const half = bytes.slice(0, random.whole(0, Math.max(bytes.length - 1, 0)))
    world.say('a body is torn')
    return new ReadableStream({
      start(controller) {
        if (half.length > 0) controller.enqueue(half)
        controller.error(new TypeError('terminated'))
      },
    })
  }

  function responseOf(caller: Caller, { status, headers, body, chunks }: Answer): Response {
    if (!chunks) return new Response(goesWrong(0.05) ? torn(body) : body, { status, headers })
    const stream = createStream({
      world,
      delay,
      isUnheard: caller.ended,
      onEnd() {
        void chunks.cancel()
        streams.delete(stream)
      },
    })
    streams.set(stream, caller.name)
    void carry(caller, chunks, stream).catch(world.fault)
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
    world.say(`${name}: the stream is cut${isSilent ? ', silently' : ''}`)
    if (isSilent) stream.endSilently()
    else stream.end()
  }

  const network: Network = {
    weather: CALM,
    before: null,
    holdUpPushOf: null,
    fetchOf: (caller) => (path, init) => {
      const token = caller.token()
      const headers = {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(token === null ? {} : { cookie: `session=${token}` }),
      }
      const body = init.body === undefined ? undefined : String(init.body)
      return fetch(
        caller,
        { path, method: init.method ?? 'GET', headers, body },
        init.signal ?? null,
      )
    },
    cut(name) {
      for (const [stream, owner] of [...streams]) if (owner === name) cut(name, stream)
    },
    repeatPush(name) {
      const sent = pushes.get(name)
      if (!sent) return
      world.say(`${name}: ${wordsOf(sent)} arrives once more`)
      // Not awaited: it may need a transaction that ends only when time passes.
      world.after(delay(), () => void backend.ask(sent).then(leave, world.fault))
    },
    loseAnswers() {
      silences += 1
      for (const [stream, owner] of [...streams]) cut(owner, stream)
    },
  }
  return network
}

/** The cursor in an address says nothing to a reader. */
function wordsOf({ path, body }: Sent): string {
  if (body === undefined) return path.replace(/^\/api\//, '').replace(/\?.*/, '')
  const { mutations }: { mutations: { id: string }[] } = JSON.parse(body)
  return `push ${mutations.map(({ id }) => id).join(' ')}`
}

function leave(answer: Answer | null): void {
  void answer?.chunks?.cancel()
}

/** A proxy that does not reach the server answers in its own words. */
function fromProxy(): Response {
  return new Response('<html>Bad Gateway</html>', { status: 502 })
}
