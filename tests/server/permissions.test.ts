import { beforeAll, describe, expect, it } from 'vitest'
import { metadataHeader, metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { createApp } from '../../server/app.ts'
import { formToken } from '../../server/domain/form-token.ts'
import { newId } from '../../shared/id.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { queries } from '../../shared/queries/queries.ts'
import { SYNCED_TABLE_NAMES } from '../../shared/sync.ts'
import {
  buildCollection,
  buildManualContribution,
  buildMember,
  buildPerson,
  buildReport,
  collectionInput,
  createdInput,
  manualInput,
  matchInput,
  type Person,
  peopleInput,
  reportInput,
} from '../support/people.ts'
import { chosenPicture } from '../support/pictures.ts'
import { announce } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Answer, type Visitor, visitor } from '../support/visitor.ts'

/*
 * [A7] The result of every route, query, mutation and snapshot for every role. row-level-security.test.ts checks the
 * policies of the database, table by table.
 */

const ROLES = [
  'anonymous',
  'stranger',
  'contributor',
  'creator',
  'anotherCreator',
  'administrator',
  'expired',
  'deleted',
] as const
type Role = (typeof ROLES)[number]
type Expected = Record<Role, string>

/** Callers without a valid session. */
const NOBODY = { anonymous: '401', expired: '401', deleted: '401' }
const everyone = (outcome: string): Expected =>
  Object.fromEntries(ROLES.map((role) => [role, outcome])) as Expected
const members = (outcome: string): Expected => ({ ...everyone(outcome), ...NOBODY })
const creator = (yes: string, no: string): Expected => ({ ...members(no), creator: yes })
/** The contribution is visible to its organiser and its contributor. */
const itsTwo = (yes: string, no: string): Expected => ({ ...creator(yes, no), contributor: yes })

const PASSWORD = 'un mate por favor'

/** The data of every case: a collection of `creator` with a contribution of `contributor`. */
interface World {
  app: TestApp
  collection: string
  contribution: string
  /** A collection of a fifth person: who reports to it becomes its contributor. */
  elsewhere: string
  /** Written down by hand. */
  manual: string
  /** Verified by a line of the creator's statement, and the match of the two. */
  verified: string
  match: string
  /** On the creator's list for the collection. */
  expected: string
  /** Of its receipt, as the creator got it. */
  creatorsAddress: string
  /** The right to send a receipt with a third contribution, and an upload that it began. */
  capability: string
  upload: string
}

/** Returns the status of a response; for a mutation 'ok' or the code of its refusal. */
type Case = [what: string, ask: (by: Visitor, world: World) => Promise<string>, expected: Expected]

const status = async (answer: Promise<Answer>) => String((await answer).status)

const get = (path: (world: World) => string) => (by: Visitor, world: World) =>
  status(by.get(path(world)))

const post =
  (path: (world: World) => string, body: (world: World) => object = () => ({})) =>
  (by: Visitor, world: World) =>
    status(by.post(path(world), body(world)))

/** Returns whether a response contains data of the case. */
const shown = (answer: unknown, { collection, contribution, verified, expected }: World) =>
  [collection, contribution, verified, expected].some((id) => JSON.stringify(answer).includes(id))
    ? 'it'
    : 'nothing'

const query =
  (name: string, args: (world: World) => object = () => ({})) =>
  async (by: Visitor, world: World) => {
    const { status, body } = await by.query(name, args(world))
    return status === 200 ? shown(body, world) : String(status)
  }

const change =
  (name: string, args: (world: World) => object) => async (by: Visitor, world: World) => {
    const { status, body } = await by.post('/api/sync/mutations', {
      mutations: [{ id: newId(), name, args: args(world) }],
    })
    if (status !== 200) return String(status)
    const [outcome] = body.outcomes
    return outcome.ok ? 'ok' : outcome.error.code
  }

const snapshot = (table: string) => async (by: Visitor, world: World) => {
  const { status, body } = await by.get(`/api/sync/snapshot/${table}`)
  return status === 200 ? shown(body, world) : String(status)
}

const tus =
  (method: string, path: (world: World) => string, headers: Record<string, string> = {}) =>
  async (by: Visitor, world: World) =>
    status(by.send(method, path(world), undefined, { 'tus-resumable': '1.0.0', ...headers }))

/** Returns the upload's id, or '' when it was refused. */
async function beginUpload(by: Visitor, capability: string): Promise<string> {
  const metadata = metadataHeader(metadataOf(picture(1_000), capability))
  const { headers } = await by.send('POST', '/api/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '1000',
    'upload-metadata': metadata,
  })
  return headers.get('location')?.split('/').at(-1) ?? ''
}

const ROUTES: Case[] = [
  ['GET /api/health', get(() => '/api/health'), everyone('200')],
  ['GET /api/ready', get(() => '/api/ready'), everyone('200')],
  ['GET /api/config', get(() => '/api/config'), everyone('200')],

  // Without analytics the events have no receiver.
  [
    'POST /api/analytics',
    post(
      () => '/api/analytics',
      () => ({
        clientId: 'a'.repeat(32),
        sessionId: '1',
        events: [{ name: 'page_view', page: '/' }],
      }),
    ),
    everyone('404'),
  ],

  [
    'GET /api/collections/:id/push',
    get((w) => `/api/collections/${w.collection}/push`),
    creator('200', '404'),
  ],
  [
    'POST /api/collections/:id/push',
    post(
      (w) => `/api/collections/${w.collection}/push`,
      () => ({
        endpoint: 'https://push.example/x',
        p256dh: 'p'.repeat(87),
        auth: 'a'.repeat(22),
      }),
    ),
    creator('204', '404'),
  ],
  // Of the caller's own session alone.
  [
    'POST /api/collections/:id/push/off',
    post((w) => `/api/collections/${w.collection}/push/off`),
    members('204'),
  ],

  // The key in the path decides, for every role.
  [
    'GET /api/emails/:id/stop/:key',
    get((w) => `/api/emails/${w.collection}/stop/x`),
    everyone('302'),
  ],
  [
    'POST /api/emails/:id/stop/:key',
    post((w) => `/api/emails/${w.collection}/stop/x`),
    everyone('404'),
  ],

  ['GET /api/session', get(() => '/api/session'), everyone('200')],
  [
    'POST /api/login',
    post(
      () => '/api/login',
      () => ({ email: 'x@example.com', password: 'no' }),
    ),
    everyone('401'),
  ],
  // Without credentials at Google: redirects back to the page, without a session.
  ['GET /api/login/google', get(() => '/api/login/google'), everyone('302')],
  [
    'POST /api/login/oauth',
    post(
      () => '/api/login/oauth',
      () => ({ code: 'x', state: 'y' }),
    ),
    everyone('503'),
  ],
  ['POST /api/logout', post(() => '/api/logout'), everyone('200')],

  [
    'POST /api/register',
    post(
      () => '/api/register',
      () => ({
        firstName: 'Ana',
        lastName: 'Paz',
        email: `${newId()}@example.com`,
        password: PASSWORD,
      }),
    ),
    everyone('201'),
  ],
  [
    'POST /api/email/confirm',
    post(
      () => '/api/email/confirm',
      () => ({ token: 'x' }),
    ),
    everyone('410'),
  ],
  [
    'POST /api/email/change',
    post(
      () => '/api/email/change',
      () => ({ token: 'x' }),
    ),
    everyone('410'),
  ],
  [
    'POST /api/email/resend',
    post(
      () => '/api/email/resend',
      () => ({ email: `${newId()}@example.com` }),
    ),
    everyone('204'),
  ],
  [
    'POST /api/password/forgot',
    post(
      () => '/api/password/forgot',
      () => ({ email: `${newId()}@example.com` }),
    ),
    everyone('204'),
  ],
  [
    'POST /api/password/link',
    post(
      () => '/api/password/link',
      () => ({ token: 'x' }),
    ),
    everyone('410'),
  ],
  [
    'POST /api/password/reset',
    post(
      () => '/api/password/reset',
      () => ({ token: 'x', password: PASSWORD }),
    ),
    everyone('410'),
  ],
  ['GET /api/users/exists', get(() => '/api/users/exists?email=x@example.com'), everyone('200')],

  ['GET /api/account', get(() => '/api/account'), members('200')],
  [
    'POST /api/account/password',
    post(
      () => '/api/account/password',
      () => ({ current: 'no', password: PASSWORD }),
    ),
    members('400'),
  ],
  [
    'POST /api/account/email',
    post(
      () => '/api/account/email',
      () => ({ email: `${newId()}@example.com`, password: 'no' }),
    ),
    members('400'),
  ],
  [
    'POST /api/account/sessions/end',
    post(
      () => '/api/account/sessions/end',
      () => ({ id: 'x' }),
    ),
    members('204'),
  ],
  [
    'POST /api/account/sessions/end-others',
    post(() => '/api/account/sessions/end-others'),
    members('204'),
  ],
  ['POST /api/account/export', post(() => '/api/account/export'), members('200')],
  [
    'GET /api/account/export/file',
    async (by) => {
      const { body } = await by.post('/api/account/export')
      return status(by.get(body.url ?? '/api/account/export/file'))
    },
    members('200'),
  ],
  ['GET /api/account/export/file', get(() => '/api/account/export/file'), members('403')],
  [
    'POST /api/account/delete',
    post(
      () => '/api/account/delete',
      () => ({ proof: 'no' }),
    ),
    members('400'),
  ],

  ['GET /api/account/mercado-pago', get(() => '/api/account/mercado-pago'), members('200')],
  // Without an application at Mercado Pago, connecting fails, and the callback redirects to a page.
  [
    'POST /api/account/mercado-pago/connect',
    post(() => '/api/account/mercado-pago/connect'),
    members('404'),
  ],
  [
    'GET /api/account/mercado-pago/return',
    get(() => '/api/account/mercado-pago/return?code=x&state=x'),
    everyone('302'),
  ],
  [
    'POST /api/account/mercado-pago/disconnect',
    post(() => '/api/account/mercado-pago/disconnect'),
    members('204'),
  ],

  ['GET /api/picture.png', get(() => '/api/picture.png'), everyone('200')],
  [
    'GET /api/collections/:id/picture.png',
    get((w) => `/api/collections/${w.collection}/picture.png`),
    everyone('200'),
  ],
  ['GET /api/collections/:id', get((w) => `/api/collections/${w.collection}`), everyone('200')],
  [
    'POST /api/collections/:id/contributions',
    post(
      (w) => `/api/collections/${w.elsewhere}/contributions`,
      () => reportInput(),
    ),
    everyone('201'),
  ],
  // The collection asks for no amounts of their own: the plain one.
  [
    'POST /api/collections/:id/amount',
    post(
      (w) => `/api/collections/${w.elsewhere}/amount`,
      () => ({ contributionId: newId(), amount: 1_000_00 }),
    ),
    everyone('200'),
  ],
  [
    'GET /api/collections/:id/contributions/exists',
    get((w) => {
      const token = formToken(w.app.context.secret, w.collection, new Date())
      return `/api/collections/${w.collection}/contributions/exists?email=x@example.com&token=${token}`
    }),
    everyone('200'),
  ],
  [
    'GET /api/collections/:id/contributions/exists',
    get((w) => `/api/collections/${w.collection}/contributions/exists?email=x@example.com`),
    everyone('403'),
  ],
  [
    'POST /api/collections/:id/picture',
    post((w) => `/api/collections/${w.collection}/picture`, chosenPicture),
    creator('200', '403'),
  ],
  [
    'GET /api/collections/:id/picture.jpg',
    get((w) => `/api/collections/${w.collection}/picture.jpg`),
    everyone('200'),
  ],
  [
    'GET /api/collections/:id/contributions.csv',
    get((w) => `/api/collections/${w.collection}/contributions.csv`),
    creator('200', '404'),
  ],

  [
    'POST /api/reports/own/key',
    post(
      () => '/api/reports/own/key',
      (w) => ({ id: w.contribution }),
    ),
    { ...members('404'), contributor: '200' },
  ],
  [
    'POST /api/reports/own',
    post(
      () => '/api/reports/own',
      (w) => ({ id: w.contribution, key: 'x' }),
    ),
    everyone('404'),
  ],
  [
    'POST /api/reports/own/removal',
    post(
      () => '/api/reports/own/removal',
      (w) => ({ id: w.contribution, key: 'x' }),
    ),
    everyone('404'),
  ],
  [
    'POST /api/reports/own/correction',
    post(
      () => '/api/reports/own/correction',
      (w) => ({ id: w.contribution, key: 'x', changes: { amount: 1_00 } }),
    ),
    everyone('404'),
  ],
  [
    'POST /api/reports/own/withdrawal',
    post(
      () => '/api/reports/own/withdrawal',
      (w) => ({ id: w.contribution, key: 'x', isWithdrawn: true }),
    ),
    everyone('404'),
  ],
  // Everyone else's list is empty.
  [
    'GET /api/collections/:id/removal-requests',
    get((w) => `/api/collections/${w.collection}/removal-requests`),
    members('200'),
  ],

  // Without providers: no method is offered, the webhooks return 404, and no payment exists.
  [
    'POST /api/collections/:id/checkout',
    post(
      (w) => `/api/collections/${w.elsewhere}/checkout`,
      () => reportInput({ paymentMethod: 'MercadoPago' }),
    ),
    everyone('400'),
  ],
  ['GET /api/payments/:reference', get((w) => `/api/payments/${w.contribution}`), everyone('404')],
  ['POST /api/webhooks/mercadopago', post(() => '/api/webhooks/mercadopago'), everyone('404')],
  ['POST /api/webhooks/modo', post(() => '/api/webhooks/modo'), everyone('404')],

  [
    'GET /api/receipts/:contributionId/url',
    get((w) => `/api/receipts/${w.contribution}/url`),
    itsTwo('200', '404'),
  ],
  [
    'GET /api/receipts/:contributionId/file',
    async (by, w) => {
      const { body } = await by.get(`/api/receipts/${w.contribution}/url`)
      return status(by.get(body.url ?? w.creatorsAddress))
    },
    itsTwo('200', '403'),
  ],
  [
    'GET /api/collections/:id/receipts',
    get((w) => `/api/collections/${w.collection}/receipts`),
    creator('200', '403'),
  ],

  // With the right to send, which came with the report, anybody may: guests have no session.
  [
    'POST /api/uploads',
    async (by, w) => ((await beginUpload(by, w.capability)) === '' ? 'refused' : '201'),
    everyone('201'),
  ],
  [
    'POST /api/uploads',
    tus('POST', () => '/api/uploads', { 'upload-length': '1000' }),
    everyone('400'),
  ],
  [
    'PATCH /api/uploads/:id',
    tus('PATCH', (w) => `/api/uploads/${w.upload}`, {
      'upload-offset': '1',
      'content-type': 'application/offset+octet-stream',
    }),
    everyone('409'),
  ],
  ['GET /api/uploads/:id', tus('HEAD', (w) => `/api/uploads/${w.upload}`), everyone('200')],
  ['GET /api/uploads/:id', get((w) => `/api/uploads/${w.upload}`), everyone('404')],
  ['DELETE /api/uploads/:id', tus('DELETE', () => `/api/uploads/${newId()}`), everyone('404')],
  ['OPTIONS /api/uploads', tus('OPTIONS', () => '/api/uploads'), everyone('204')],
  ['OPTIONS /api/uploads/:id', tus('OPTIONS', (w) => `/api/uploads/${w.upload}`), everyone('204')],

  [
    'GET /api/admin/statistics',
    get(() => '/api/admin/statistics'),
    { ...members('403'), administrator: '200' },
  ],
  [
    'GET /api/admin/complaints',
    get(() => '/api/admin/complaints'),
    { ...members('403'), administrator: '200' },
  ],
  [
    'POST /api/admin/collections/:id/suspend',
    post(
      (w) => `/api/admin/collections/${w.elsewhere}/suspend`,
      () => ({ reason: 'Una prueba' }),
    ),
    { ...members('403'), administrator: '204' },
  ],
  [
    'POST /api/admin/collections/:id/lift',
    post((w) => `/api/admin/collections/${w.elsewhere}/lift`),
    { ...members('403'), administrator: '204' },
  ],
  [
    'POST /api/admin/collections/:id/dismiss-complaints',
    post(
      (w) => `/api/admin/collections/${w.elsewhere}/dismiss-complaints`,
      () => ({ until: new Date().toISOString() }),
    ),
    { ...members('403'), administrator: '204' },
  ],
  [
    'POST /api/collections/:id/complaints',
    post(
      (w) => `/api/collections/${w.elsewhere}/complaints`,
      () => ({ id: newId(), reason: 'other' }),
    ),
    everyone('204'),
  ],

  ['GET /api/query/:name', query('nobody-knows-it'), members('404')],
  [
    'POST /api/sync/mutations',
    post(
      () => '/api/sync/mutations',
      () => ({ mutations: [] }),
    ),
    members('200'),
  ],
  ['GET /api/sync/snapshot/:table', get(() => '/api/sync/snapshot/passwords'), members('404')],
  [
    'GET /api/sync',
    async (by, { app }) => {
      const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await app.fetch('/api/sync', { headers: { cookie } })
      await response.body?.cancel()
      return String(response.status)
    },
    members('200'),
  ],
  ['GET /*', get(() => '/dashboard'), everyone('503')],
]

const QUERIES: Case[] = [
  [
    'arrivals',
    query('arrivals', (w) => ({ collectionId: w.collection, since: null })),
    creator('it', 'nothing'),
  ],
  ['collection', query('collection', (w) => ({ id: w.collection })), creator('it', 'nothing')],
  [
    'collection-contributions',
    query('collection-contributions', (w) => ({ collectionId: w.collection })),
    creator('it', 'nothing'),
  ],
  [
    'contribution-keys',
    query('contribution-keys', (w) => ({ collectionId: w.collection })),
    creator('it', 'nothing'),
  ],
  // It shows ids of matches alone.
  ['conciliation-history', query('conciliation-history'), members('nothing')],
  [
    'contribution-matches',
    query('contribution-matches', (w) => ({ contributionId: w.verified })),
    creator('it', 'nothing'),
  ],
  [
    'contribution-review',
    query('contribution-review', (w) => ({ id: w.contribution })),
    creator('it', 'nothing'),
  ],
  ['find-by-name', query('find-by-name', () => ({ search: '' })), creator('it', 'nothing')],
  ['my-collections', query('my-collections'), creator('it', 'nothing')],
  ['my-contributions', query('my-contributions'), { ...members('nothing'), contributor: 'it' }],
  // It names the colecta with most to verify.
  ['my-totals', query('my-totals'), creator('it', 'nothing')],
  ['people', query('people', (w) => ({ collectionId: w.collection })), creator('it', 'nothing')],
  // It shows a number alone.
  [
    'people-count',
    query('people-count', (w) => ({ collectionId: w.collection })),
    members('nothing'),
  ],
  ['profile', query('profile'), members('nothing')],
  ['shared-accounts', query('shared-accounts'), members('nothing')],
  ['statement-key', query('statement-key'), members('nothing')],
  [
    'statement-matches',
    query('statement-matches', () => ({ from: '2026-01-01', to: '2026-12-31' })),
    creator('it', 'nothing'),
  ],
  [
    'waiting-contributions',
    query('waiting-contributions', () => ({ account: 'patio.baldosa.sol' })),
    creator('it', 'nothing'),
  ],
]

const MUTATIONS: Case[] = [
  [
    'add-manual-contribution',
    change('add-manual-contribution', (w) => manualInput(w.collection)),
    creator('ok', 'not-found'),
  ],
  ['create-collection', change('create-collection', (w) => collectionInput(w.app)), members('ok')],
  [
    'update-collection',
    change('update-collection', (w) => ({ id: w.collection, changes: { title: 'Otro' } })),
    creator('ok', 'not-found'),
  ],
  [
    'set-collection-notify',
    change('set-collection-notify', (w) => ({ id: w.collection, notify: 'daily' })),
    creator('ok', 'not-found'),
  ],
  [
    'set-collection-status',
    change('set-collection-status', (w) => ({ id: w.collection, status: 'abierta' })),
    creator('ok', 'not-found'),
  ],
  [
    'set-contribution-state',
    change('set-contribution-state', (w) => ({ id: w.contribution, state: 'rejected' })),
    creator('ok', 'not-found'),
  ],
  [
    'edit-contribution',
    change('edit-contribution', (w) => ({ id: w.contribution, changes: { amount: 1_00 } })),
    creator('not-allowed', 'not-found'),
  ],
  [
    'edit-contribution',
    change('edit-contribution', (w) => ({ id: w.manual, changes: { message: 'Otro' } })),
    creator('ok', 'not-found'),
  ],
  [
    'delete-contribution',
    change('delete-contribution', (w) => ({ id: w.contribution })),
    creator('not-allowed', 'not-found'),
  ],
  [
    'delete-contribution',
    change('delete-contribution', (w) => ({ id: w.manual })),
    creator('ok', 'not-found'),
  ],
  [
    'restore-contribution',
    change('restore-contribution', (w) => ({ id: w.manual })),
    creator('ok', 'not-found'),
  ],
  [
    'set-contributions-state',
    change('set-contributions-state', (w) => ({ ids: [w.contribution], state: 'confirmed' })),
    creator('ok', 'not-found'),
  ],
  [
    'hide-contributions',
    change('hide-contributions', (w) => ({ ids: [w.contribution] })),
    creator('ok', 'not-found'),
  ],
  [
    'show-contributions',
    change('show-contributions', (w) => ({ ids: [w.contribution] })),
    creator('ok', 'not-found'),
  ],
  [
    'keep-statement-key',
    change('keep-statement-key', () => ({ key: 'k'.repeat(43) })),
    members('ok'),
  ],
  [
    'match-lines',
    change('match-lines', (w) => ({ matches: [matchInput(w.contribution, { asIs: true })] })),
    creator('ok', 'not-found'),
  ],
  ['undo-matches', change('undo-matches', (w) => ({ ids: [w.match] })), creator('ok', 'not-found')],
  [
    'create-from-line',
    change('create-from-line', (w) => createdInput(w.collection)),
    creator('ok', 'not-found'),
  ],
  [
    'add-people',
    change('add-people', (w) => peopleInput(w.collection, 'Ana Gómez')),
    creator('ok', 'not-found'),
  ],
  [
    'link-people',
    change('link-people', (w) => ({ ids: [w.expected] })),
    creator('ok', 'not-found'),
  ],
  [
    'edit-person',
    change('edit-person', (w) => ({ id: w.expected, changes: { phone: '11 5555-1234' } })),
    creator('ok', 'not-found'),
  ],
  // The outcome does not reveal whether the person existed.
  ['remove-people', change('remove-people', () => ({ ids: [newId()] })), members('ok')],
  [
    'delete-collection',
    change('delete-collection', (w) => ({ id: w.collection })),
    creator('ok', 'not-found'),
  ],
  [
    'restore-collection',
    change('restore-collection', (w) => ({ id: w.collection })),
    creator('ok', 'not-found'),
  ],
  [
    'update-profile',
    change('update-profile', () => ({
      firstName: 'Otra',
      lastName: 'Persona',
      defaultBankAccount: null,
    })),
    members('ok'),
  ],
]

const SNAPSHOTS: Case[] = [
  ['users', snapshot('users'), members('nothing')],
  ['collections', snapshot('collections'), creator('it', 'nothing')],
  [
    'contributed_collections',
    snapshot('contributed_collections'),
    { ...members('nothing'), contributor: 'it' },
  ],
  ['contributions', snapshot('contributions'), itsTwo('it', 'nothing')],
  ['statement_matches', snapshot('statement_matches'), creator('it', 'nothing')],
  ['statement_keys', snapshot('statement_keys'), members('nothing')],
  ['people', snapshot('people'), creator('it', 'nothing')],
]

engineOfTier((open) => {
  let world: World
  let person: (role: Role) => Promise<Visitor>

  beforeAll(async () => {
    const app = await buildApp(await open())
    const ofCreator = await buildMember(app, PASSWORD)
    const collection = await buildCollection(app, ofCreator)
    await ofCreator.post(`/api/collections/${collection}/picture`, chosenPicture())
    const contributor = await buildMember(app, PASSWORD)
    const other = await buildMember(app, PASSWORD)
    await buildCollection(app, other)
    const administrator = await buildMember(app, PASSWORD)
    await app.database.query('update users set is_admin = true where id = $1', [administrator.id])
    const { id, capability } = await announce(app, collection, { by: contributor })
    const server = await serveApp(app)
    const bytes = picture(1_000)
    await upload(server.origin, bytes, metadataOf(bytes, capability))
    await server.close()
    const { body } = await ofCreator.get(`/api/receipts/${id}/url`)
    const verified = await buildReport(app, collection)
    const match = matchInput(verified)
    await ofCreator.mutate('match-lines', { matches: [match] })
    const list = peopleInput(collection, 'Marta Sosa')
    await ofCreator.mutate('add-people', list)
    const awaited = await announce(app, collection)
    world = {
      app,
      collection,
      contribution: id,
      elsewhere: await buildCollection(app, await buildPerson(app)),
      manual: await buildManualContribution(ofCreator, collection),
      verified,
      match: match.id,
      expected: list.people[0]?.id ?? '',
      creatorsAddress: body.url,
      capability: awaited.capability,
      upload: await beginUpload(visitor(app), awaited.capability),
    }
    const people: Partial<Record<Role, Person>> = {
      contributor,
      creator: ofCreator,
      anotherCreator: other,
      administrator,
    }
    /** Each case in a session of its own: some end it. */
    person = async (role) => {
      if (role === 'anonymous') return visitor(app)
      const { id: personId } = people[role] ?? (await buildMember(app, PASSWORD))
      const token = await app.context.sessions.create(personId)
      const someone = visitor(app)
      someone.cookies.set('session', token)
      if (role === 'expired') {
        await app.database.query(
          `update sessions set expires_at = now() - interval '1 s' where user_id = $1`,
          [personId],
        )
      }
      if (role === 'deleted')
        await app.database.query('delete from users where id = $1', [personId])
      return someone
    }
  })

  describe.each([
    ['route', ROUTES],
    ['query', QUERIES],
    ['mutation', MUTATIONS],
    ['snapshot', SNAPSHOTS],
  ])('each %s', (_kind, cases) => {
    it.each(cases)('%s', async (_what, ask, expected) => {
      const outcomes: Partial<Expected> = {}
      for (const role of ROLES) outcomes[role] = await ask(await person(role), world)
      expect(outcomes).toEqual(expected)
    })
  })

  describe('no request sets', () => {
    const columns = async (table: string, id: string, names: string) => {
      const [row] = await world.app.database.query(`select ${names} from ${table} where id = $1`, [
        id,
      ])
      return row
    }

    it('the id, the role or the confirmation of a person, at registering or in the profile', async () => {
      const email = `${newId()}@example.com`
      const more = {
        id: world.collection,
        isAdmin: true,
        is_admin: true,
        emailConfirmedAt: '2026-01-01T00:00:00Z',
        email_confirmed_at: '2026-01-01T00:00:00Z',
      }
      const typed = { firstName: 'Ana', lastName: 'Paz' }
      await visitor(world.app).post('/api/register', {
        ...typed,
        email,
        password: PASSWORD,
        ...more,
      })
      const [row] = await world.app.database.query(
        'select id, is_admin, email_confirmed_at from users where email = $1',
        [email],
      )
      expect(row).toMatchObject({ is_admin: false, email_confirmed_at: null })
      expect(row).not.toMatchObject({ id: world.collection })

      const ana = await buildMember(world.app, PASSWORD)
      const profile = { ...typed, defaultBankAccount: null, email: 'otra@example.com', ...more }
      expect(await change('update-profile', () => profile)(ana, world)).toBe('ok')
      expect(await columns('users', ana.id, 'email, is_admin')).toEqual({
        email: ana.email,
        is_admin: false,
      })
    })

    it('the creator or the sums of a collection', async () => {
      const ana = await buildMember(world.app, PASSWORD)
      const beto = await buildMember(world.app, PASSWORD)
      const forged = {
        creatorId: beto.id,
        creator_id: beto.id,
        creatorEmail: beto.email,
        amountCollected: 1_000_000_00,
        amount_collected: '1000000.00',
        amountVerified: 1_000_000_00,
        confirmedCount: 99,
        createdAt: '2020-01-01T00:00:00Z',
      }
      const honest = {
        creator_id: ana.id,
        creator_email: ana.email,
        amount_collected: '0.00',
        confirmed_count: 0,
      }
      const input = collectionInput(world.app, forged)
      expect(await change('create-collection', () => input)(ana, world)).toBe('ok')
      const kept = 'creator_id, creator_email, amount_collected, confirmed_count'
      expect(await columns('collections', input.id, kept)).toEqual(honest)
      const changes = { title: 'Otro', ...forged }
      expect(await change('update-collection', () => ({ id: input.id, changes }))(ana, world)).toBe(
        'ok',
      )
      expect(await columns('collections', input.id, kept)).toEqual(honest)
    })

    it('the state, the owner or the receipt of a report', async () => {
      const beto = await buildMember(world.app, PASSWORD)
      const forged = {
        paymentStatus: 'rejected',
        payment_status: 'rejected',
        state: 'verified',
        verifiedAt: '2026-01-01T00:00:00Z',
        verified_at: '2026-01-01T00:00:00Z',
        contributorId: beto.id,
        contributor_id: beto.id,
        organiserId: beto.id,
        transferId: 'x/y.pdf',
        transfer_id: 'x/y.pdf',
      }
      const kept =
        'payment_status, verified_at, contributor_id, organiser_id <> $2 as theirs, transfer_id'
      const report = reportInput(forged)
      const path = `/api/collections/${world.elsewhere}/contributions`
      expect((await visitor(world.app).post(path, report)).status).toBe(201)
      const [row] = await world.app.database.query(
        `select ${kept} from contributions where id = $1`,
        [report.id, beto.id],
      )
      expect(row).toEqual({
        payment_status: 'confirmed',
        verified_at: null,
        contributor_id: null,
        theirs: true,
        transfer_id: null,
      })
    })

    it('the amount of another’s report, not even the organiser’s', async () => {
      const before = await columns('contributions', world.contribution, 'amount, contributor_name')
      const ofCreator = await person('creator')
      const args = {
        id: world.contribution,
        state: 'confirmed',
        amount: 1,
        contributorName: 'Otra persona',
        paymentStatus: 'rejected',
      }
      expect(await change('set-contribution-state', () => args)(ofCreator, world)).toBe('ok')
      expect(
        await columns('contributions', world.contribution, 'amount, contributor_name'),
      ).toEqual(before)
    })
  })

  it('has a case for each route, query, mutation and snapshot', () => {
    const routes = createApp(world.app.context, '/nowhere')
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    const named = (cases: Case[]) => [...new Set(cases.map(([what]) => what))].sort()
    expect(named(ROUTES)).toEqual([...new Set(routes)].sort())
    expect(named(QUERIES)).toEqual([...queries.keys()].sort())
    expect(named(MUTATIONS)).toEqual([...mutations.keys()].sort())
    expect(named(SNAPSHOTS)).toEqual([...SYNCED_TABLE_NAMES].sort())
  })
})
