import { untilAborted } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import type { MutationOutcome, MutationRequest } from '../../shared/named-mutation.ts'
import { FAILURES_FOR_GOOD, type PushAnswer } from '../../shared/sync.ts'
import type { Copy } from './copy.ts'
import type { MutationQueue } from './mutation-queue.ts'
import type { Pending } from './pending.ts'
import type { SyncStore } from './sync-state.ts'
import { MOST_AT_ONCE, type Transport } from './transport.ts'

export interface PushTools {
  copy: Copy
  queue: MutationQueue
  transport: Transport
  store: SyncStore
  /** Runs work on copy and outbox, one piece at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Sends the changes that the server has not answered, in order, until none is left (S7). The copy undoes
 * a refused one, and the rest goes on (S9); the others stay on top until the stream confirms them (S8).
 * Throws the transport's AppError.
 */
export async function pushUnsent(tools: PushTools, signal: AbortSignal): Promise<void> {
  const { copy, queue, store } = tools
  for (;;) {
    const unsent = await tools.exclusively(() => queue.takeUnsent(MOST_AT_ONCE))
    if (unsent.length === 0) return
    const answer = await untilAborted(send(tools, unsent), signal)
    if (answer.restart) {
      // Answered changes come before these: the restored server needs them first (S7).
      await tools.exclusively(async () => queue.forgetAnswers())
      continue
    }
    if (!answer.outcomes.some(({ id }) => id === unsent[0]?.id)) throw noAnswer()
    store.dispatch({ type: 'push-advanced' })
    await tools.exclusively(async () => {
      if (await queue.applyAnswer(answer)) await copy.rebase(await queue.pending())
    })
  }
}

/** Sends them, or fewer: halving finds the one that the server cannot take. */
async function send(tools: PushTools, mutations: readonly Pending[]): Promise<PushAnswer> {
  const { transport, queue } = tools
  const answeredAt = queue.answered().length > 0 ? queue.answeredAt() : null
  try {
    return await transport.push(mutations.map(requestOf), answeredAt)
  } catch (error) {
    if (!(error instanceof AppError && mayBeOneChange(error))) throw error
    if (mutations.length > 1) return send(tools, mutations.slice(0, mutations.length / 2))
    return { outcomes: mutations.map((mutation) => refuse(tools, mutation, error)) }
  }
}

/** Returns the part of a pending change that travels. */
export function requestOf({ id, name, args, version }: Pending): MutationRequest {
  return { id, name, args, version }
}

/** Whether the server may have rejected the request because of one change among many. */
function mayBeOneChange({ code }: AppError): boolean {
  return code === 'invalid-input' || code === 'too-large' || code === 'internal'
}

/** Refuses the change here. Throws `error` while the server may still accept it. */
function refuse({ queue, store }: PushTools, { id }: Pending, error: AppError): MutationOutcome {
  const { code, message } = error
  if (code !== 'internal') return { id, ok: false, error: { code, message } }
  const failures = queue.countFailure(id)
  // Without a stream the server itself is failing, and this change is not to blame.
  if (failures < FAILURES_FOR_GOOD || !store.hasReceived()) throw error
  return { id, ok: false, error: { code, message: FAILED_FOR_GOOD } }
}

const FAILED_FOR_GOOD = 'El servidor no pudo procesar este cambio. Intenta nuevamente o descártalo.'

function noAnswer(): AppError {
  return new AppError('unavailable', 'El servidor no respondió bien. Intenta nuevamente.')
}
