import { afterEach, expect, it, vi } from 'vitest'
import type { ContributionReport } from '../../../shared/contribution.ts'
import { newId } from '../../../shared/id.ts'
import { PERSON_HEADER } from '../../../shared/person-header.ts'
import { goToCheckout } from '../../../web/screens/contribute/submit-report.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a person as theirs', 'julieta', 'same-origin'],
  ['a guest without a session', null, 'omit'],
])(
  'sends the payment of %s, and loads the session when that is refused',
  async (_, as, credentials) => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const headers = init.headers as Record<string, string>
      sent.push([path, headers[PERSON_HEADER] ?? null, init.credentials])
      return Response.json({ error: 'Tu sesión terminó.', code: 'not-signed-in' }, { status: 401 })
    })
    vi.stubGlobal('window', new EventTarget())
    const paying = goToCheckout('gift', { id: newId() } as ContributionReport, 'MODO', as)
    await expect(paying).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(sent).toEqual([
      ['/api/collections/gift/checkout', as, credentials],
      ['/api/session', null, 'same-origin'],
    ])
  },
)
