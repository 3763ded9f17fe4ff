import { AppError } from '../../shared/errors.ts'
import type { Batch, Restart } from '../../shared/sync.ts'
import type { Line } from '../../web/replica/transport.ts'
import type { World } from './world.ts'

/** web/replica/http-transport.ts takes a silent line for dead after so long. */
const SILENCE_MS = 40_000

/** What the server says on a stream. */
export type StreamEvent = Batch | Restart | 'beat' | 'signed-out'

/**
 * One stream on its way to a device: late, but in order, for it is one TCP connection. It says nothing
 * more once it was cut or hung up.
 */
export interface Stream {
  readonly isOpen: boolean
  opened(): void
  /** An event on its way; `times` over, as after a reconnect (S4). */
  send(event: StreamEvent, times: number): void
  /** The server's end is closed, after all that it said. */
  finish(): void
  /** Ends here and now; what was on its way is lost. */
  end(error: AppError): void
  /** As `end`, but the device has to notice by the missing beats. */
  endSilently(): void
  hangUp(): void
}

interface Parts {
  world: World
  line: Line
  delay(): number
  /** Whether nobody is there any more to hear it. */
  isUnheard(): boolean
  onEnd(): void
}

export function createStream({ world, line, delay, isUnheard, onEnd }: Parts): Stream {
  let state: 'open' | 'silent' | 'ended' = 'open'
  let lastArrival = 0

  function close(next: 'silent' | 'ended'): void {
    if (state === 'open') onEnd()
    state = next
  }

  function end(error: AppError): void {
    if (state === 'ended') return
    close('ended')
    if (!isUnheard()) line.lost(error)
  }

  /** Later than everything before it. */
  function inOrder(arrive: () => void): void {
    const now = world.now().getTime()
    lastArrival = Math.max(lastArrival + 1, now + delay())
    world.after(lastArrival - now, () => {
      if (state === 'open' && !isUnheard()) arrive()
    })
  }

  function hear(event: StreamEvent): void {
    if (event === 'beat') line.beat()
    else if (event === 'signed-out') end(signedOut())
    else if ('restart' in event) line.restart(structuredClone(event))
    else line.batch(structuredClone(event))
  }

  return {
    get isOpen() {
      return state === 'open'
    },
    opened: () => inOrder(line.open),
    send(event, times) {
      for (let time = 1; time <= times; time += 1) inOrder(() => hear(event))
    },
    finish: () => inOrder(() => end(unavailable())),
    end,
    endSilently() {
      if (state !== 'open') return
      close('silent')
      world.after(SILENCE_MS, () => end(unavailable()))
    },
    hangUp: () => close('ended'),
  }
}

export const unavailable = () => new AppError('unavailable', 'No hay conexión con el servidor.')
export const signedOut = () => new AppError('not-signed-in', 'Tu sesión terminó.')
