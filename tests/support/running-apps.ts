import type { Context } from '../../server/context.ts'

const running = new Set<Context>()

/** Stops the context's timers when the test file ends: later test files run in the same worker. */
export function endLater(context: Context): void {
  running.add(context)
}

/** Stops the timers of all contexts of the file. Does not wait for work under way. */
export function endApps(): void {
  for (const { feed, notices, mailQueue } of running) {
    for (const queue of [feed, notices, mailQueue]) void queue.close()
  }
  running.clear()
}
