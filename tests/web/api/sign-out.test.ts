import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { type LocalReplica, setLocalReplica } from '../../../web/api/local-replica.ts'
import { openQueryCache, queryCache } from '../../../web/api/query-cache.ts'
import { loadSession, readSession, setSession, signOut } from '../../../web/api/session.ts'
import { createOutbox } from '../../../web/replica/outbox.ts'
import { countUnsent } from '../../../web/shell/count-unsent.ts'
import { stubLocalStorage } from '../../support/local-storage.ts'

const person = newId()

afterEach(() => {
  setLocalReplica(null)
  openQueryCache(null)
  vi.unstubAllGlobals()
})

it('[S10] counts the changes on the disk while the replica opens, which a sign-out would delete', async () => {
  const at = new Date().toISOString()
  await createOutbox(person).put({ id: newId(), name: 'a change', args: {}, at, refusal: null })
  let isOpening = true
  setLocalReplica({ isOpening: () => isOpening, unsent: () => 0 } as LocalReplica)
  expect(await countUnsent(person)).toBe(1)
  isOpening = false
  expect(await countUnsent(person)).toBe(0)
})

/** Signs the person in. Returns the local storage. */
function start(): Map<string, string> {
  const items = stubLocalStorage({ [`entre-todos-seen-${person}`]: '{}', 'known-user': '{}' })
  const ended = { access_token: null, refresh_token: null, user: null }
  vi.stubGlobal('fetch', async () => Response.json(ended))
  openQueryCache(person)
  return items
}

it('[S10] signs out although the statements cannot be deleted now, and marks the data', async () => {
  const items = start()
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('blocked')
  })
  await signOut()
  expect(queryCache.owner()).toBeNull()
  expect([...items.keys()]).toEqual([`entre-todos-left-${person}`])
  vi.restoreAllMocks()
  const later = start()
  await signOut()
  expect([...later.keys()]).toEqual([])
})

it('[S10] signs out although the owner of the replica does not respond, and marks its data', async () => {
  const items = start()
  const forget = vi.fn(async () => {
    throw new AppError('internal', 'La copia de este navegador no responde.')
  })
  const leave = vi.fn()
  setLocalReplica({ forget, leave } as Partial<LocalReplica> as LocalReplica)
  await signOut()
  expect(forget).toHaveBeenCalledOnce()
  expect(leave).toHaveBeenCalledOnce()
  expect(queryCache.owner()).toBeNull()
  expect([...items.keys()]).toEqual([`entre-todos-left-${person}`])
})

it('[S10] ignores a response about the session of before a sign-out', async () => {
  start()
  let respond: ((response: Response) => void) | undefined
  vi.stubGlobal('fetch', () => {
    return new Promise<Response>((resolve) => {
      respond = resolve
    })
  })
  vi.stubGlobal('document', { querySelector: () => null })
  const names = { firstName: 'Lucía', lastName: 'Fernández' }
  const user = { id: person, email: 'lucia@example.com', isAdmin: false, ...names }
  const load = async (meanwhile: () => void) => {
    const loading = loadSession()
    meanwhile()
    respond?.(Response.json({ access_token: null, refresh_token: null, user }))
    await loading
    return readSession()
  }
  expect(await load(() => {})).toEqual({ name: 'signed-in', user })
  expect(await load(() => setSession(null))).toEqual({ name: 'signed-out' })
})
