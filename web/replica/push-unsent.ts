import { untilAborted } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import type { MutationOutcome, MutationRequest } from '../../shared/named-mutation.ts'
import { FAILURES_FOR_GOOD, type PushAnswer } from '../../shared/sync.ts'
import type { Pending } from './pending.ts'
import type { SyncContext } from './sync-context.ts'
import { MOST_AT_ONCE } from './transport.ts'

/**
 * Sends what the server has not answered, in order, until nothing is left (S7). What it refuses is
 * undone in the copy and does not stop the rest (S9); what it does stays on top until the stream
 * confirms it (S8). Throws the AppError of the way to the server.
 */
export async function pushUnsent(context: SyncContext, signal: AbortSignal): Promise<void> {
  const { copy, unsettled } = context
  for (;;) {
    const unsent = await context.exclusively(() => unsettled.takeUnsent(MOST_AT_ONCE))
    if (unsent.length === 0) return
    const answer = await untilAborted(send(context, unsent), signal)
    if (!answer.outcomes.some(({ id }) => id === unsent[0]?.id)) throw noAnswer()
    context.pushFailures = 0
    await context.exclusively(async () => {
      if (await unsettled.answer(answer)) await copy.rebase(await unsettled.pending())
    })
  }
}

/** Sends them, or fewer: the one that the server cannot take is looked for by halves. */
async function send(context: SyncContext, mutations: readonly Pending[]): Promise<PushAnswer> {
  try {
    return await context.transport.push(mutations.map(requestOf))
  } catch (error) {
    if (!(error instanceof AppError && isOfOne(error))) throw error
    if (mutations.length > 1) return send(context, mutations.slice(0, mutations.length / 2))
    return { outcomes: mutations.map((mutation) => refuse(context, mutation, error)) }
  }
}

/** Returns the part of a pending change that travels. */
export function requestOf({ id, name, args, version }: Pending): MutationRequest {
  return { id, name, args, version }
}

/** What the server will not even read, or fails on, may be the fault of one change among many. */
function isOfOne({ code }: AppError): boolean {
  return code === 'invalid-input' || code === 'too-large' || code === 'internal'
}

/** Refuses it here. Throws `error` while the server may yet do it: it has failed on it a few times. */
function refuse(
  { failedAlone, connectivity }: SyncContext,
  { id }: Pending,
  error: AppError,
): MutationOutcome {
  const { code, message } = error
  if (code !== 'internal') return { id, ok: false, error: { code, message } }
  const failures = (failedAlone.get(id) ?? 0) + 1
  failedAlone.set(id, failures)
  // A server that cannot even tell what is new is ill itself: that is no fault of this change.
  if (failures < FAILURES_FOR_GOOD || !connectivity.hasReceived()) throw error
  failedAlone.delete(id)
  return { id, ok: false, error: { code, message: FAILED_FOR_GOOD } }
}

const FAILED_FOR_GOOD = 'El servidor no pudo procesar este cambio. Intenta nuevamente o descártalo.'

function noAnswer(): AppError {
  return new AppError('unavailable', 'El servidor no respondió bien. Intenta nuevamente.')
}
