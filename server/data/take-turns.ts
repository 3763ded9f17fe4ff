import { setImmediate as everythingElse } from 'node:timers/promises'

/**
 * Does one piece of work after the other, first come first. PGlite works in this very thread and hands it
 * from each statement to the next: those of a crowd would hold up every socket and timer until the last is
 * done. So after each, everything else has its turn; Node accepts one connection a turn.
 */
export function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.then(everythingElse, everythingElse)
    return mine
  }
}
