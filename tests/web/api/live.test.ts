/* Queries of a page on the server. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PERSON_HEADER } from '../../../shared/person-header.ts'
import { profile } from '../../../shared/queries/profile.ts'
import { openQueryCache } from '../../../web/api/query-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  openQueryCache(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('[S10] asks as the person of the screen, so that another one who signed in meanwhile is not shown', async () => {
  const { askOnce } = await import('../../../web/api/live.ts')
  const people: unknown[] = []
  vi.stubGlobal(
    'fetch',
    async (_path: string, { headers }: { headers: Record<string, string> }) => {
      people.push(headers[PERSON_HEADER])
      return Response.json({ answer: null })
    },
  )
  openQueryCache('lucia')
  await askOnce(profile, {})
  openQueryCache(null)
  await askOnce(profile, {})
  expect(people).toEqual(['lucia', undefined])
})
