/* Where a change goes when the device's disk does not take it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { setCollectionStatus } from '../../../shared/mutations/set-collection-status.ts'
import type { MutationOutcome, MutationRequest } from '../../../shared/named-mutation.ts'
import { type Local, setLocal } from '../../../web/api/local.ts'
import { mutate } from '../../../web/api/mutate.ts'

const ARGS = { id: newId(), status: 'cerrada' } as const
const FULL = new AppError('unavailable', 'No se pudo guardar en este dispositivo.')

let sent: MutationRequest[]
let outcomeOf: (change: MutationRequest) => MutationOutcome

beforeEach(() => {
  sent = []
  outcomeOf = ({ id }) => ({ id, ok: true })
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const { mutations } = JSON.parse(body) as { mutations: MutationRequest[] }
    sent.push(...mutations)
    return Response.json({ outcomes: mutations.map(outcomeOf) })
  })
})
afterEach(() => {
  setLocal(null)
  vi.unstubAllGlobals()
})

describe('[S9] a corrected change that the disk does not take', () => {
  it('goes to the server under its id, and then the refused one is removed', async () => {
    const copy = openLocal({ correct: vi.fn().mockRejectedValue(FULL) })
    await mutate(setCollectionStatus, ARGS, { correcting: 'refused' })
    const [refusedId, change] = vi.mocked(copy.correct).mock.calls[0] ?? []
    expect(refusedId).toBe('refused')
    expect(sent).toEqual([change])
    expect(sent[0]).toMatchObject({ name: setCollectionStatus.name, args: ARGS })
    expect(copy.discard).toHaveBeenCalledExactlyOnceWith('refused')
  })

  it('is made even if the refused one cannot be removed', async () => {
    openLocal({
      correct: vi.fn().mockRejectedValue(FULL),
      discard: vi.fn().mockRejectedValue(FULL),
    })
    await mutate(setCollectionStatus, ARGS, { correcting: 'refused' })
    expect(sent).toHaveLength(1)
  })

  it('leaves the refused one where it is when the server refuses again', async () => {
    const copy = openLocal({ correct: vi.fn().mockRejectedValue(FULL) })
    const error = { code: 'not-allowed' as const, message: 'No.' }
    outcomeOf = ({ id }) => ({ id, ok: false, error })
    const correcting = mutate(setCollectionStatus, ARGS, { correcting: 'refused' })
    await expect(correcting).rejects.toMatchObject(error)
    expect(copy.discard).not.toHaveBeenCalled()
  })

  it('is not sent while other changes wait, which it would overtake', async () => {
    openLocal({ correct: vi.fn().mockRejectedValue(FULL), hasWaiting: () => true })
    await expect(mutate(setCollectionStatus, ARGS, { correcting: 'refused' })).rejects.toBe(FULL)
    expect(sent).toEqual([])
  })

  it('throws the error of the disk when there is no network either', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    vi.stubGlobal('setTimeout', (work: () => void) => queueMicrotask(work))
    const copy = openLocal({ correct: vi.fn().mockRejectedValue(FULL) })
    await expect(mutate(setCollectionStatus, ARGS, { correcting: 'refused' })).rejects.toBe(FULL)
    expect(copy.discard).not.toHaveBeenCalled()
  })
})

it('[S9] does not send a corrected change when the replica does not answer', async () => {
  const failed = new AppError('internal', 'La copia no responde.')
  openLocal({ correct: vi.fn().mockRejectedValue(failed) })
  await expect(mutate(setCollectionStatus, ARGS, { correcting: 'refused' })).rejects.toBe(failed)
  expect(sent).toEqual([])
})

/** A replica that is ready and has nothing to send, but for `methods`. */
function openLocal(methods: Partial<Local>): Local {
  const copy = {
    isReady: () => true,
    hasWaiting: () => false,
    sendWaiting: async () => {},
    discard: vi.fn().mockResolvedValue(undefined),
    ...methods,
  } as Local
  setLocal(copy)
  return copy
}
