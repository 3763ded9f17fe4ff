/* The way of a change when the device cannot store it or its replica does not respond. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { setCollectionStatus } from '../../../shared/mutations/set-collection-status.ts'
import type { MutationOutcome, MutationRequest } from '../../../shared/named-mutation.ts'
import { PERSON_HEADER } from '../../../shared/person-header.ts'
import {
  type LocalReplica,
  notifyLocalReplica,
  setLocalReplica,
} from '../../../web/api/local-replica.ts'
import { mutate } from '../../../web/api/mutate.ts'
import { openQueryCache } from '../../../web/api/query-cache.ts'
import type { NewMatch } from '../../../web/features/conciliation/matches.ts'

const ARGS = { id: newId(), status: 'cerrada' } as const
const FULL = new AppError('unavailable', 'No se pudo guardar en este dispositivo.')
const SILENT = new AppError('internal', 'La copia no responde.')

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
  setLocalReplica(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[S7] a change without a replica', () => {
  it('is sent again under its id when the answer was lost, three times at most', async () => {
    let lost = 2
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      const { mutations } = JSON.parse(body) as { mutations: MutationRequest[] }
      sent.push(...mutations)
      lost -= 1
      if (lost >= 0) return new Response('<h1>Bad Gateway</h1>', { status: 502 })
      return Response.json({ outcomes: mutations.map(outcomeOf) })
    })
    await mutate(setCollectionStatus, ARGS)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    lost = 3
    await expect(mutate(setCollectionStatus, ARGS)).rejects.toMatchObject({ code: 'unavailable' })
    expect(sent).toHaveLength(6)
  })
})

it.each([
  ['ana', 'ana'],
  [null, undefined],
])(
  'a change of %s is sent as theirs, though another person signs in meanwhile',
  async (person, as) => {
    openQueryCache(person, [])
    const headers: unknown[] = []
    vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
      headers.push((init.headers as Record<string, string>)[PERSON_HEADER])
      openQueryCache('bruno', [])
      if (headers.length === 1) throw new TypeError('Failed to fetch')
      throw new AppError('not-signed-in', 'Tu sesión terminó.')
    })
    await expect(mutate(setCollectionStatus, ARGS)).rejects.toThrow()
    expect(headers.slice(0, 2)).toEqual([as, as])
    openQueryCache(null, [])
  },
)

describe('[S9] a corrected change that the disk does not take', () => {
  it('goes to the server under its id, and then the refused one is removed', async () => {
    const replica = openReplica({ correct: vi.fn().mockRejectedValue(FULL) })
    await mutate(setCollectionStatus, ARGS, { correcting: 'refused' })
    const [refusedId, change] = vi.mocked(replica.correct).mock.calls[0] ?? []
    expect(refusedId).toBe('refused')
    expect(sent).toEqual([change])
    expect(sent[0]).toMatchObject({ name: setCollectionStatus.name, args: ARGS })
    expect(replica.discard).toHaveBeenCalledExactlyOnceWith('refused')
  })

  it('is made even if the refused one cannot be removed', async () => {
    openReplica({
      correct: vi.fn().mockRejectedValue(FULL),
      discard: vi.fn().mockRejectedValue(FULL),
    })
    await mutate(setCollectionStatus, ARGS, { correcting: 'refused' })
    expect(sent).toHaveLength(1)
  })

  it('leaves the refused one where it is when the server refuses again', async () => {
    const replica = openReplica({ correct: vi.fn().mockRejectedValue(FULL) })
    const error = { code: 'not-allowed' as const, message: 'No.' }
    outcomeOf = ({ id }) => ({ id, ok: false, error })
    const correcting = mutate(setCollectionStatus, ARGS, { correcting: 'refused' })
    await expect(correcting).rejects.toMatchObject(error)
    expect(replica.discard).not.toHaveBeenCalled()
  })

  it('is not sent while other changes wait, which it would overtake', async () => {
    openReplica({ correct: vi.fn().mockRejectedValue(FULL), hasWaiting: () => true })
    await expect(mutate(setCollectionStatus, ARGS, { correcting: 'refused' })).rejects.toBe(FULL)
    expect(sent).toEqual([])
  })

  it('throws the error of the disk when there is no network either', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    vi.stubGlobal('setTimeout', (work: () => void) => queueMicrotask(work))
    const replica = openReplica({ correct: vi.fn().mockRejectedValue(FULL) })
    await expect(mutate(setCollectionStatus, ARGS, { correcting: 'refused' })).rejects.toBe(FULL)
    expect(replica.discard).not.toHaveBeenCalled()
  })
})

describe('[S9] a corrected change whose refused one is gone', () => {
  const GONE = new AppError('not-found', 'Ese cambio ya no espera una decisión.')

  it('goes to the server under its id, so that it is made once', async () => {
    const replica = openReplica({ correct: vi.fn().mockRejectedValue(GONE) })
    await mutate(setCollectionStatus, ARGS, { correcting: 'refused' })
    expect(sent).toEqual([vi.mocked(replica.correct).mock.calls[0]?.[1]])
  })

  it('is not sent while other changes wait, which it would overtake', async () => {
    openReplica({ correct: vi.fn().mockRejectedValue(GONE), hasWaiting: () => true })
    await expect(mutate(setCollectionStatus, ARGS, { correcting: 'refused' })).rejects.toBe(GONE)
    expect(sent).toEqual([])
  })
})

describe('a change that the replica does not answer', () => {
  it('[S7] goes to the server under its id', async () => {
    const replica = openReplica({ mutate: vi.fn().mockRejectedValue(SILENT) })
    await mutate(setCollectionStatus, ARGS)
    expect(sent).toEqual([vi.mocked(replica.mutate).mock.calls[0]?.[0]])
  })

  it('[S7] is not sent while other changes wait, which it would overtake', async () => {
    const hasWaiting = vi.fn().mockReturnValue(true)
    const replica = openReplica({ mutate: vi.fn().mockRejectedValue(SILENT), hasWaiting })
    await expect(mutate(setCollectionStatus, ARGS)).rejects.toBe(SILENT)
    expect(sent).toEqual([])
    expect(hasWaiting).toHaveBeenCalledWith(vi.mocked(replica.mutate).mock.calls[0]?.[0].id)
  })

  it('[S9] is not sent in the place of a refused one', async () => {
    openReplica({ correct: vi.fn().mockRejectedValue(SILENT) })
    await expect(mutate(setCollectionStatus, ARGS, { correcting: 'refused' })).rejects.toBe(SILENT)
    expect(sent).toEqual([])
  })
})

describe('[S7] a change that is made before the replica is filled', () => {
  it('is sent to the server after the waiting changes', async () => {
    const order: string[] = []
    openReplica({
      isReady: () => false,
      sendWaiting: async () => void order.push('what waits'),
    })
    outcomeOf = ({ id }) => {
      order.push('the change')
      return { id, ok: true }
    }
    await mutate(setCollectionStatus, ARGS)
    expect(order).toEqual(['what waits', 'the change'])
  })

  it('is not sent when the waiting changes cannot be sent', async () => {
    openReplica({ isReady: () => false, sendWaiting: vi.fn().mockRejectedValue(FULL) })
    await expect(mutate(setCollectionStatus, ARGS)).rejects.toBe(FULL)
    expect(sent).toEqual([])
  })

  it('waits until the replica is open, because unsent changes are unknown until then', async () => {
    let isOpening = true
    const keep = vi.fn().mockResolvedValue(undefined)
    openReplica({ isReady: () => !isOpening, isOpening: () => isOpening, mutate: keep })
    const done = mutate(setCollectionStatus, ARGS)
    await Promise.resolve()
    expect(keep).not.toHaveBeenCalled()
    isOpening = false
    notifyLocalReplica()
    await done
    expect(keep).toHaveBeenCalledOnce()
    expect(sent).toEqual([])
  })

  it('is not made in the replica of another person, who signed in meanwhile', async () => {
    let isOpening = true
    const keep = vi.fn().mockResolvedValue(undefined)
    openReplica({ isReady: () => !isOpening, isOpening: () => isOpening, mutate: keep })
    const done = mutate(setCollectionStatus, ARGS)
    openQueryCache('bruno', [])
    isOpening = false
    notifyLocalReplica()
    await expect(done).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(keep).not.toHaveBeenCalled()
    openQueryCache(null, [])
  })
})

/** A replica that is ready and has nothing to send, but for `methods`. */
function openReplica(methods: Partial<LocalReplica>): LocalReplica {
  const replica = {
    isReady: () => true,
    isOpening: () => false,
    hasWaiting: () => false,
    sendWaiting: async () => {},
    discard: vi.fn().mockResolvedValue(undefined),
    ...methods,
  } as LocalReplica
  setLocalReplica(replica)
  return replica
}

it('sends the other matches of a statement when one is refused, and throws when none is added', async () => {
  // live.ts starts a timer and listens to both as it loads.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  const { sendMatches } = await import('../../../web/features/conciliation/send-matches.ts')
  const matches = Array.from({ length: 3 }, () => ({ id: newId(), lineId: newId() }) as NewMatch)
  const refuse = (code: ErrorCode, at: readonly number[]) => {
    sent = []
    outcomeOf = ({ id }) => {
      const isRefused = at.includes(sent.length - 1)
      return isRefused ? { id, ok: false, error: { code, message: code } } : { id, ok: true }
    }
    return sendMatches(matches)
  }
  for (const code of ['conflict', 'not-found'] as const) {
    const { added, refusals } = await refuse(code, [0])
    expect(added).toEqual(matches.slice(1))
    expect(refusals).toMatchObject([{ code }])
  }
  await expect(refuse('conflict', [0, 1, 2])).rejects.toMatchObject({ code: 'conflict' })
  await expect(refuse('not-allowed', [0])).rejects.toMatchObject({ code: 'not-allowed' })
  expect(sent).toHaveLength(1)
})
