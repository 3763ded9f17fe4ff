/*
 * One connection of a copy with the server, from sending what is unsent to the end of the stream:
 *
 * 1. Send everything that is not settled, again too: the server may have been restored (S7).
 * 2. Without a copy, or when the server asks for a new one: fill it (S5, S10).
 * 3. Follow the stream from the copy's cursor, and send what is new, until the line ends.
 *
 * Sending comes first because of the changes whose outcome the stream will not bring again: a fill
 * came after the server had done them, or the last life ended in between. What was answered before a line
 * was opened is settled by the first thing that the line says: its server has the rows, for it knows of
 * the moment of the last answer. Everything else is settled by its outcome (S8).
 */
import { AppError } from '../../shared/errors.ts'
import type { Batch, Restart } from '../../shared/sync.ts'
import { backOff } from './back-off.ts'
import type { Desk } from './desk.ts'
import { fillCopy } from './fill-copy.ts'
import { pushUnsent } from './push-unsent.ts'
import { untilAborted } from './until-aborted.ts'

/** Why a connection ends that is to be followed by the next at once. */
export const AGAIN = new Error('Connect again')

/** Runs until the line ends, and throws why: AGAIN, an AppError, or what broke. */
export async function connect(desk: Desk, line: AbortController): Promise<never> {
  desk.unsettled.doubt()
  desk.reach.begin()
  const sentAll = await pushUnsent(desk, line.signal).then(
    () => true,
    (error) => {
      if (line.signal.aborted || isSignedOut(error)) throw error
      desk.onLost(error)
      desk.reach.sends(false)
      return false // who cannot send may still listen
    },
  )
  if (desk.mustFill) await fillCopy(desk, line.signal)
  const cursor = await desk.inTurn(() => desk.copy.cursor())
  if (cursor === null) throw new Error('A filled copy has no cursor')

  const hangUp = follow(desk, line, cursor)
  void keepPushing(desk, line, sentAll)
  try {
    return await untilAborted(new Promise<never>(() => {}), line.signal)
  } finally {
    hangUp()
  }
}

/** Whether somebody has to sign in before anything else makes sense. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-signed-in'
}

function follow(desk: Desk, line: AbortController, cursor: string): () => void {
  const { copy, unsettled, transport, report } = desk
  const { signal } = line
  const end = (why: unknown) => line.abort(why)
  const answeredBefore = unsettled.answered()

  /** In the order in which it came; after one failure nothing more, the next line brings it again. */
  function hear(work: () => Promise<void>): void {
    const turn = desk.inTurn(async () => {
      if (signal.aborted) return
      await work()
      desk.failures = 0
      desk.reach.hears()
      report({ lastSync: desk.clock.now().toISOString() })
    })
    turn.catch(end)
  }

  async function takeBatch({ outcomes, ...batch }: Batch): Promise<void> {
    // Out of the outbox first: should this life end in between, the server brings the rows again.
    await unsettled.remove(answeredBefore.splice(0))
    await unsettled.settle(outcomes)
    await copy.apply({ outcomes, ...batch }, await unsettled.pending())
  }

  async function takeBeat(): Promise<void> {
    if (answeredBefore.length === 0) return
    await unsettled.remove(answeredBefore.splice(0))
    await copy.rebase(await unsettled.pending())
  }

  function takeRestart({ restart }: Restart): void {
    desk.mustFill = true
    if (restart === 'other-epoch') void desk.inTurn(unsettled.doubtRows).catch(end)
    // Sending to, or copying from, somebody else's account is the one thing that must not happen.
    end(restart === 'other-person' ? otherPerson() : AGAIN)
  }

  return transport.follow(cursor, unsettled.answeredAt(), {
    open: () => {
      if (!signal.aborted) desk.reach.hears()
    },
    batch: (batch) => hear(() => takeBatch(batch)),
    beat: () => hear(takeBeat),
    restart: (restart) => {
      if (!signal.aborted) takeRestart(restart)
    },
    lost: end,
  })
}

/** Sends what is new, as long as the line is open; after a failure with growing pauses. */
async function keepPushing(desk: Desk, line: AbortController, sentAll: boolean): Promise<void> {
  const { signal } = line
  desk.pushFailures = 0
  if (!sentAll) await desk.naps.nap(backOff(desk.pushFailures++), signal)
  while (!signal.aborted) {
    try {
      await pushUnsent(desk, signal)
      desk.reach.sends(true)
      // What the server did before this line's cursor, this line does not tell: the next one settles it.
      if (!sentAll) return line.abort(AGAIN)
      desk.pushFailures = 0
      await desk.news.heard(signal)
    } catch (error) {
      if (signal.aborted) return
      if (isSignedOut(error)) return line.abort(error)
      desk.onLost(error)
      desk.reach.sends(false)
      await desk.naps.nap(backOff(desk.pushFailures++), signal)
    }
  }
}

function otherPerson(): AppError {
  return new AppError('not-signed-in', 'Hay otra cuenta abierta en este navegador.')
}
