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
import { backOff, untilAborted } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import type { Batch, Restart } from '../../shared/sync.ts'
import { fillCopy } from './fill-copy.ts'
import { pushUnsent } from './push-unsent.ts'
import type { SyncContext } from './sync-context.ts'

/** Why a connection ends that is to be followed by the next at once. */
export const AGAIN = new Error('Connect again')

/** Runs until the line ends, and throws why: AGAIN, an AppError, or what broke. */
export async function connect(context: SyncContext, line: AbortController): Promise<never> {
  context.unsettled.doubt()
  context.connectivity.reset()
  const sentAll = await pushUnsent(context, line.signal).then(
    () => true,
    (error) => {
      if (line.signal.aborted || isSignedOut(error)) throw error
      context.onLost(error)
      context.connectivity.sent(false)
      return false // who cannot send may still listen
    },
  )
  if (context.mustFill) await fillCopy(context, line.signal)
  const cursor = await context.exclusively(() => context.copy.cursor())
  if (cursor === null) throw new Error('A filled copy has no cursor')

  const hangUp = follow(context, line, cursor)
  void keepPushing(context, line, sentAll)
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

function follow(context: SyncContext, line: AbortController, cursor: string): () => void {
  const { copy, unsettled, transport, report } = context
  const { signal } = line
  const end = (why: unknown) => line.abort(why)
  const answeredBefore = unsettled.answered()

  /** In the order in which it came; after one failure nothing more, the next line brings it again. */
  function hear(work: () => Promise<void>): void {
    const turn = context.exclusively(async () => {
      if (signal.aborted) return
      await work()
      context.failures = 0
      context.connectivity.received()
      report({ lastSync: context.clock.now().toISOString() })
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
    context.mustFill = true
    if (restart === 'other-epoch') void context.exclusively(unsettled.doubtRows).catch(end)
    // Sending to, or copying from, somebody else's account is the one thing that must not happen.
    end(restart === 'other-person' ? otherPerson() : AGAIN)
  }

  return transport.follow(cursor, unsettled.answeredAt(), {
    open: () => {
      if (!signal.aborted) context.connectivity.received()
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
async function keepPushing(
  context: SyncContext,
  line: AbortController,
  sentAll: boolean,
): Promise<void> {
  const { signal } = line
  context.pushFailures = 0
  if (!sentAll) await context.sleeper.sleep(backOff(context.pushFailures++), signal)
  while (!signal.aborted) {
    try {
      await pushUnsent(context, signal)
      context.connectivity.sent(true)
      // What the server did before this line's cursor, this line does not tell: the next one settles it.
      if (!sentAll) return line.abort(AGAIN)
      context.pushFailures = 0
      await context.unsentAdded.wait(signal)
    } catch (error) {
      if (signal.aborted) return
      if (isSignedOut(error)) return line.abort(error)
      context.onLost(error)
      context.connectivity.sent(false)
      await context.sleeper.sleep(backOff(context.pushFailures++), signal)
    }
  }
}

function otherPerson(): AppError {
  return new AppError('not-signed-in', 'Hay otra cuenta abierta en este navegador.')
}
