import type { Context } from '../../server/context.ts'

const running = new Set<Context>()

/** The context's queues look for work each minute until the end of the test file, whose worker others share. */
export function endLater(context: Context): void {
  running.add(context)
}

/** Sets no timer any more. Work under way ends by itself, or never, as that of a dead process. */
export function endApps(): void {
  for (const { feed, notices, mailQueue } of running) {
    for (const queue of [feed, notices, mailQueue]) void queue.close()
  }
  running.clear()
}
