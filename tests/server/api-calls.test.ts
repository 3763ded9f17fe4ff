import { expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { declaredCalls } from '../support/declared-calls.ts'
import { buildApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'

/** Routes whose bodies are no JSON of ours, or that a browser navigates to. */
const UNDECLARED = [
  // files and streams
  'GET /api/collections/:id/contributions.csv',
  'GET /api/receipts/:contributionId/file',
  'GET /api/account/export/file',
  'GET /api/picture.png',
  'GET /api/collections/:id/picture.png',
  'GET /api/collections/:id/picture.jpg',
  'GET /api/sync',
  'GET /api/sync/snapshot/:table',
  // uploads (tus)
  'OPTIONS /api/uploads',
  'POST /api/uploads',
  'GET /api/uploads/:id',
  'PATCH /api/uploads/:id',
  'DELETE /api/uploads/:id',
  'OPTIONS /api/uploads/:id',
  // navigation to and from providers
  'GET /api/login/google',
  'GET /api/account/mercado-pago/return',
  // the link of an e-mail's header, for programs that open it
  'GET /api/emails/:id/stop/:key',
  // providers' webhooks
  'POST /api/webhooks/mercadopago',
  'POST /api/webhooks/modo',
  // load balancers
  'GET /api/health',
  'GET /api/ready',
]

const DECLARED = declaredCalls.map(({ method, path }) => `${method} /api${path}`)

engineOfTier((open) => {
  it('declares every route but files, streams, uploads and what others call', async () => {
    const { context } = await buildApp(await open())
    const routes = createApp(context).routes.filter(({ method }) => method !== 'ALL')
    const served = routes
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`)
    const expected = [...DECLARED, ...UNDECLARED]
    expect([...new Set(served)].sort()).toEqual(expected.sort())
  })

  it('declares each call once', () => {
    expect(DECLARED.filter((call, place) => DECLARED.indexOf(call) !== place)).toEqual([])
  })
})
