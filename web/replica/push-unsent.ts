import { AppError } from '../../shared/errors.ts'
import type { MutationOutcome } from '../../shared/named-mutation.ts'
import type { Desk } from './desk.ts'
import type { Pending } from './pending.ts'
import { MOST_AT_ONCE, type Transport } from './transport.ts'
import { untilAborted } from './until-aborted.ts'

/**
 * Sends what the server has not answered, in order, until nothing is left (S7). What it refuses is
 * undone in the copy and does not stop the rest (S9); what it does stays on top until the stream
 * confirms it (S8). Throws the AppError of the way to the server.
 */
export async function pushUnsent(desk: Desk, signal: AbortSignal): Promise<void> {
  const { copy, unsettled, transport } = desk
  for (;;) {
    const unsent = (await desk.inTurn(unsettled.unsent)).slice(0, MOST_AT_ONCE)
    if (unsent.length === 0) return
    const outcomes = await untilAborted(send(transport, unsent), signal)
    if (!outcomes.some(({ id }) => id === unsent[0]?.id)) throw noAnswer()
    await desk.inTurn(async () => {
      if (await unsettled.answer(outcomes)) await copy.rebase(await unsettled.pending())
    })
  }
}

/** Sends them, or fewer: what the server will not even read is looked for by halves, and refused. */
async function send(
  transport: Transport,
  mutations: readonly Pending[],
): Promise<MutationOutcome[]> {
  try {
    return await transport.push(mutations.map(({ id, name, args }) => ({ id, name, args })))
  } catch (error) {
    if (!(error instanceof AppError && isUnreadable(error))) throw error
    if (mutations.length > 1) return send(transport, mutations.slice(0, mutations.length / 2))
    const { code, message } = error
    return mutations.map(({ id }) => ({ id, ok: false, error: { code, message } }))
  }
}

function isUnreadable({ code }: AppError): boolean {
  return code === 'invalid-input' || code === 'too-large'
}

function noAnswer(): AppError {
  return new AppError('unavailable', 'El servidor no respondió bien. Intenta nuevamente.')
}
