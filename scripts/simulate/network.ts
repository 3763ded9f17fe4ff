/*
 * A network between devices and the server, as bad as the weather: it loses, delays, overtakes and
 * repeats requests, swallows answers, and cuts streams, sometimes without either end hearing of it.
 * Within one stream nothing is overtaken: it is one TCP connection.
 */
import { AppError } from '../../shared/errors.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import type { Line, Transport } from '../../web/replica/transport.ts'
import type { Backend } from './backend.ts'
import { createStream, type Stream, type StreamEvent, signedOut, unavailable } from './stream.ts'
import type { World } from './world.ts'

/** web/replica/http-transport.ts gives up so late. */
const TIME_LIMIT_MS = 20_000

export interface Weather {
  /** Of 0 to 1: how much goes wrong. */
  storm: number
  longestDelayMs: number
}

export const CALM: Weather = { storm: 0, longestDelayMs: 20 }

/** Who is at this end of the network. */
export interface Caller {
  readonly name: string
  readonly personId: string
  /** What arrives after the end of the tab arrives nowhere. */
  readonly ended: () => boolean
  readonly isSignedIn: () => boolean
  readonly isOnline: () => boolean
}

export interface Network {
  weather: Weather
  transportOf(caller: Caller): Transport
  /** Cuts the streams of a device. */
  cut(name: string): void
}

export function createNetwork(world: World, backend: Backend): Network {
  const { random } = world
  const streams = new Map<Stream, string>()

  const delay = () => random.whole(1, network.weather.longestDelayMs)
  const goesWrong = (share: number) => random.chance(network.weather.storm * share)

  function request<T>(caller: Caller, what: string, handle: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const life = backend.life
      const answer = (settle: () => void) =>
        world.after(delay(), () => {
          if (!caller.ended() && backend.life === life) settle()
        })
      const arrive = async (isRepeated: boolean) => {
        if (backend.life !== life) return
        if (!caller.isSignedIn()) return void answer(() => reject(signedOut()))
        try {
          const result = await handle()
          if (isRepeated) return
          if (goesWrong(0.2)) return world.say(`${caller.name}: the answer to ${what} is lost`)
          answer(() => resolve(result))
        } catch (error) {
          if (error instanceof AppError) answer(() => reject(error))
          else world.fault(error)
        }
      }

      world.after(TIME_LIMIT_MS, () => {
        if (!caller.ended()) reject(unavailable())
      })
      if (!caller.isOnline())
        return void world.after(1, () => !caller.ended() && reject(unavailable()))
      if (goesWrong(0.1)) return world.say(`${caller.name}: ${what} is lost`)
      const isHeldUp = goesWrong(0.1)
      if (isHeldUp) world.say(`${caller.name}: ${what} is held up until nobody waits for it`)
      world.after((isHeldUp ? TIME_LIMIT_MS : 0) + delay(), () => void arrive(false))
      if (goesWrong(0.2)) {
        world.say(`${caller.name}: ${what} is sent twice`)
        world.after(delay() * random.whole(1, 20), () => void arrive(true))
      }
    })
  }

  async function push(caller: Caller, mutations: readonly MutationRequest[]) {
    const ids = mutations.map(({ id }) => id).join(' ')
    return request(caller, `push ${ids}`, async () => {
      // A server that ends in the middle has done the first ones, and answers nothing.
      if (!goesWrong(0.1)) return backend.push(caller.personId, mutations)
      world.say(`the server ends in the middle of ${caller.name}'s push`)
      await backend.push(caller.personId, mutations.slice(0, random.whole(0, mutations.length)))
      backend.restart()
      throw unavailable()
    })
  }

  function follow(caller: Caller, cursor: string, line: Line): () => void {
    let leave = () => {}
    const stream = createStream({
      world,
      line,
      delay,
      isUnheard: caller.ended,
      onEnd() {
        leave()
        streams.delete(stream)
      },
    })

    function connect(): void {
      if (!stream.isOpen || caller.ended()) return
      const refusal = refusalOfCall()
      if (refusal) {
        stream.end(refusal)
        return
      }
      stream.opened()
      leave = backend.follow(caller.personId, cursor, caller.isSignedIn, {
        say,
        close: stream.finish,
      })
    }

    function refusalOfCall(): AppError | null {
      if (!caller.isSignedIn()) return signedOut()
      return !caller.isOnline() || goesWrong(0.2) ? unavailable() : null
    }

    function say(event: StreamEvent): void {
      if (caller.ended()) stream.hangUp()
      else if (goesWrong(0.05)) cut(caller.name, stream)
      else {
        if (typeof event === 'object' && 'restart' in event) {
          world.say(`${caller.name}: is told to start again, ${event.restart}`)
        }
        stream.send(event, goesWrong(0.2) ? 2 : 1)
      }
    }

    streams.set(stream, caller.name)
    world.after(delay(), connect)
    return stream.hangUp
  }

  function cut(name: string, stream: Stream): void {
    const isSilent = random.chance(0.3)
    world.say(`${name}: the stream is cut${isSilent ? ', silently' : ''}`)
    if (isSilent) stream.endSilently()
    else stream.end(unavailable())
  }

  const network: Network = {
    weather: CALM,
    transportOf: (caller) => ({
      snapshot: (table) =>
        request(caller, `the snapshot of ${table}`, () => backend.snapshot(caller.personId, table)),
      push: (mutations) => push(caller, mutations),
      follow: (cursor, line) => follow(caller, cursor, line),
    }),
    cut(name) {
      for (const [stream, owner] of [...streams]) if (owner === name) cut(name, stream)
    },
  }
  return network
}
