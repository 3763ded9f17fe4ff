import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
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
  // providers' webhooks
  'POST /api/webhooks/mercadopago',
  'POST /api/webhooks/modo',
  // load balancers
  'GET /api/health',
  'GET /api/ready',
]

const CALLS = new URL('../../shared/api/', import.meta.url)

engineOfTier((open) => {
  it('declares every route but files, streams, uploads and what others call', async () => {
    const { context } = await buildApp(await open())
    const routes = createApp(context).routes.filter(({ method }) => method !== 'ALL')
    const served = routes
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`)
    const expected = [...(await declaredCalls()), ...UNDECLARED]
    expect([...new Set(served)].sort()).toEqual(expected.sort())
  })

  it('declares each call once', async () => {
    const declared = await declaredCalls()
    expect(declared.filter((call, place) => declared.indexOf(call) !== place)).toEqual([])
  })
})

async function declaredCalls(): Promise<string[]> {
  const files = await readdir(CALLS)
  const modules = await Promise.all(files.map((file) => import(new URL(file, CALLS).href)))
  return modules
    .flatMap((module) => Object.values<unknown>(module))
    .filter(isCall)
    .map(({ method, path }) => `${method} /api${path}`)
}

function isCall(value: unknown): value is { method: string; path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
