import type * as z from 'zod/mini'
import { pushMutations } from '../../shared/api/mutations.ts'
import { systemClock } from '../../shared/async.ts'
import { AppError, errorOf, hasCode } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { MutationRequest, NamedMutation } from '../../shared/named-mutation.ts'
import type { PushAnswer } from '../../shared/sync.ts'
import { invalidResponse } from './error-response.ts'
import { localReplica, untilOpen } from './local-replica.ts'
import { announceChange, queryCache } from './query-cache.ts'
import { request } from './request.ts'

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 400

/**
 * Runs a mutation in the replica and its outbox, or else on the server. Throws the refusal as AppError. After a lost
 * response it retries with the same id (S7). `correcting`: the refused change that this one replaces (S9).
 */
export async function mutate<Args extends z.ZodMiniType>(
  mutation: NamedMutation<Args>,
  args: z.input<Args>,
  { correcting }: { correcting?: string | undefined } = {},
): Promise<void> {
  const person = queryCache.owner()
  // Until the replica is open its waiting changes are unknown, and this one would overtake them (S7).
  if (localReplica()?.isOpening()) await untilOpen()
  if (queryCache.owner() !== person) {
    throw new AppError('not-signed-in', 'Tu sesión terminó. Inicia sesión para continuar.')
  }
  const replica = localReplica()
  const isCorrection = correcting !== undefined
  if (isCorrection && !replica) {
    throw new AppError('unavailable', 'Tus datos se están abriendo. Intenta nuevamente.')
  }
  const { name, version } = mutation
  const change: MutationRequest = { id: newId(), name, args, version }
  let localError: AppError | undefined
  if (replica && (isCorrection || replica.isReady())) {
    try {
      return await (isCorrection ? replica.correct(correcting, change) : replica.mutate(change))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // The refused change is gone. This one may already be applied, with a lost response: ask the server.
      const isGone = isCorrection && error.code === 'not-found'
      if (!isGone && !isOfDevice(error)) throw error
      // Only the replica can remove the refused change, and it does not respond.
      if (isCorrection && error.code === 'internal') throw error
      // Sent directly, this change would overtake the waiting ones, which would then win (S7).
      if (replica.hasWaiting(change.id)) throw error
      // The same id: the change is applied once, also if the replica sends it later (S7).
      if (error.code !== 'internal') localError = error
    }
  }
  await replica?.sendWaiting()
  const { outcomes } = await send({ mutations: [change] }, person).catch((error) => {
    throw hasCode(error, 'unavailable') ? (localError ?? error) : error
  })
  announceChange()
  const outcome = outcomes[0]
  if (outcome?.ok) {
    // If this fails, the refused change can be discarded in the sync centre.
    if (isCorrection) await replica?.discard(correcting).catch(() => undefined)
    return
  }
  throw outcome ? errorOf(outcome.error) : invalidResponse()
}

function isOfDevice({ code }: AppError): boolean {
  return code === 'internal' || code === 'unavailable'
}

async function send(
  input: { mutations: MutationRequest[] },
  person: string | null,
  attempt = 1,
): Promise<PushAnswer> {
  try {
    // Another tab may have signed in as another person meanwhile.
    return await request(pushMutations, { input, as: person ?? undefined })
  } catch (error) {
    if (!hasCode(error, 'unavailable') || attempt === ATTEMPTS) throw error
    await systemClock.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1))
    return send(input, person, attempt + 1)
  }
}

/** Sends one batch of up to `most` items after another. */
export async function sendInBatches<Item>(
  all: readonly Item[],
  most: number,
  send: (batch: Item[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < all.length; at += most) await send(all.slice(at, at + most))
}
