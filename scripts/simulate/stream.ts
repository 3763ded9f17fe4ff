import type { World } from './world.ts'

/**
 * The body of a stream on its way to a device: late, but in order, for it is one TCP connection. It
 * brings nothing more once it was cut or hung up.
 */
export interface Stream {
  body: ReadableStream<Uint8Array>
  readonly isOpen: boolean
  /** Bytes on their way; `times` over, as after a reconnect (S4). */
  send(bytes: Uint8Array, times: number): void
  /** The server's end is closed, after all that it said. */
  finish(): void
  /** Ends here and now; what was on its way is lost. */
  end(): void
  /** As `end`, but the device has to notice by the missing beats. */
  endSilently(): void
}

interface Parts {
  world: World
  delay(): number
  /** Whether nobody is there any more to hear it. */
  isUnheard(): boolean
  onEnd(): void
}

export function createStream({ world, delay, isUnheard, onEnd }: Parts): Stream {
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
    const now = world.now().getTime()
    lastArrival = Math.max(lastArrival + 1, now + delay())
    world.after(lastArrival - now, () => {
      if (state !== 'open') return
      if (isUnheard()) close('ended')
      else arrive()
    })
  }

  /** Cut anywhere, as TCP cuts: the reader puts the pieces together again. */
  function sendOnce(bytes: Uint8Array): void {
    const cut = world.random.whole(0, bytes.length)
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
      if (!isUnheard()) controller.error(new TypeError('network error'))
    },
    endSilently: () => close('silent'),
  }
}
