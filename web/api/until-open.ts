import { local, onLocal } from './local.ts'

/** A slow phone opens a large replica in some seconds. If its code cannot be loaded, there never is one. */
const OPENING_LIMIT_MS = 10_000

/** Resolves when the replica is open or has failed, when `signal` aborts, and after 10 s. */
export function untilOpen(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (signal?.aborted || !(local()?.isOpening() ?? true)) finish()
    }
    const timer = setTimeout(finish, OPENING_LIMIT_MS)
    const stopListening = onLocal(check)
    signal?.addEventListener('abort', check)
    check()

    function finish(): void {
      clearTimeout(timer)
      stopListening()
      signal?.removeEventListener('abort', check)
      resolve()
    }
  })
}
