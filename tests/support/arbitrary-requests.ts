/*
 * Generates invalid and almost valid requests. Names in `{…}` stand for ids, e-mails and tokens of the test's
 * database, which `inWorld` inserts before the request is sent.
 */
import fc, { type Arbitrary } from 'fast-check'
import { mutations } from '../../shared/mutations/mutations.ts'
import { queries } from '../../shared/queries/queries.ts'
import { SYNCED_TABLE_NAMES } from '../../shared/sync.ts'
import {
  anId,
  email,
  FIELDS,
  mostly,
  nearlyAlways,
  oddText,
  oddValue,
  valueFor,
} from './arbitrary-values.ts'

export interface ArbitraryRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export type World = Record<(typeof NAMES)[number], string>

const NAMES = [
  'person',
  'stranger',
  'email',
  'strangersEmail',
  'session',
  'collection',
  'foreignCollection',
  'contribution',
  'receipt',
  'receiptAddress',
  'upload',
  'metadata',
  'cursor',
  'oddCursor',
  'token',
] as const

/** Any request to one of the routes or to another path. */
export function arbitraryRequest(routes: readonly Route[]): Arbitrary<ArbitraryRequest> {
  const weighted = routes.map((route) => ({
    weight: NAMED.test(route.path) ? 5 : 1,
    arbitrary: fc.constant(route),
  }))
  const request = fc.oneof(...weighted).chain((route) =>
    fc.record({
      method: mostly(fc.constant(route.method), fc.constantFrom(...METHODS)),
      path: pathOf(route.path),
      headers,
      body,
    }),
  )
  return request.map(({ body, ...request }) =>
    request.method === 'GET' || request.method === 'HEAD' ? request : { ...request, body },
  )
}

/** One address serves many queries. */
const NAMED = /\/(query|mutations|snapshot)/

export interface Route {
  method: string
  path: string
}

/** Replaces the names in `{…}`. */
export function inWorld(request: ArbitraryRequest, world: World): ArbitraryRequest {
  const fill = (text: string) =>
    NAMES.reduce((filled, name) => filled.replaceAll(`{${name}}`, world[name]), text)
  return {
    method: request.method,
    path: fill(request.path),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, fill(value)]),
    ),
    ...(request.body === undefined ? {} : { body: fill(request.body) }),
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

// Bodies.

const mutation = fc.constantFrom(...mutations.values()).chain(({ name, args }) =>
  fc.record({
    id: nearlyAlways(fc.uuid({ version: 7 }), anId),
    name: nearlyAlways(fc.constant(name), oddText),
    args: valueFor(args),
  }),
)

/** A body for every route: each route ignores the fields that it does not know. */
const anyFields = fc
  .record({
    ...Object.fromEntries(
      Object.entries(FIELDS).map(([name, right]) => [name, nearlyAlways(right, oddValue)]),
    ),
    mutations: mostly<unknown>(fc.array(mutation, { maxLength: 4 }), oddValue),
  })
  .map((fields) => JSON.stringify(fields))

/** Nested deeper than JSON.stringify supports. */
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const body = fc.oneof(
  { weight: 6, arbitrary: anyFields },
  { weight: 4, arbitrary: fc.array(mutation, { maxLength: 4 }).map(asBatch) },
  { weight: 1, arbitrary: oddValue.map((value) => JSON.stringify(value) ?? '') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{',
      '\ufeff{}',
      '{"email":1e400}',
      '{"__proto__":{"user":1},"email":"{email}"}',
      '{"email":"{email}","email":"{strangersEmail}"}',
      '{"mutations":[{"id":"{person}","name":"update-profile","args":{"firstName":"\\ud800"}}]}',
      '['.repeat(100_000),
      DEEP,
      `{"mutations":[{"id":"{person}","name":"update-profile","args":${DEEP}}]}`,
      `{"message":"${'x'.repeat(1_100_000)}"}`,
      'x'.repeat(100),
      'email={email}&password=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
    ),
  },
)

function asBatch(all: unknown[]): string {
  return JSON.stringify({ mutations: all })
}

// Paths.

const PARAMETERS: Record<string, Arbitrary<string>> = {
  'query/:name': fc.constantFrom(...queries.keys()),
  'snapshot/:table': fc.constantFrom(...SYNCED_TABLE_NAMES),
  'receipts/:contributionId': fc.constantFrom('{receipt}', '{contribution}'),
  'collections/:id': mostly(fc.constant('{collection}'), anId),
  'uploads/:id': fc.constant('{upload}'),
}

const oddStep = fc.oneof(
  oddText.map(encoded),
  fc.constantFrom(
    '%00',
    '%2f',
    '%2e%2e',
    '..',
    '.',
    '%',
    '%zz',
    '%ff%fe',
    '%c0%ae',
    ';',
    '*',
    '%5c',
  ),
  fc.constant('x'.repeat(9_000)),
)

const question = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom('args', 'email'), fc.oneof(email, oddText)),
      fc.tuple(
        fc.constant('cursor'),
        fc.oneof(fc.constantFrom('{cursor}', '{oddCursor}'), oddText),
      ),
      fc.tuple(
        fc.constantFrom('until', 'signature', 'download', 'search', 'state', 'separator', 'days'),
        fc.oneof(fc.constantFrom('verified', ';', ',', '7'), oddText),
      ),
      fc.tuple(fc.constantFrom('returnTo', 'from'), fc.oneof(fc.constant('/dashboard'), oddText)),
      fc.tuple(oddText, oddText),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'))

function pathOf(route: string): Arbitrary<string> {
  return route.endsWith('/query/:name') ? mostly(queryPath, anyPath(route)) : anyPath(route)
}

const queryPath = fc.constantFrom(...queries.values()).chain(({ name, args }) =>
  valueFor(args)
    .map((value) => encoded(JSON.stringify(value) ?? ''))
    .map((text) => `/api/query/${name}?args=${text}`),
)

function anyPath(route: string): Arbitrary<string> {
  const steps = route
    .split('/')
    .slice(1)
    .map((step, index, all) => {
      if (step.startsWith(':')) {
        return mostly(PARAMETERS[`${all[index - 1]}/${step}`] ?? anId, oddStep)
      }
      return step === '*'
        ? fc.array(oddStep, { maxLength: 3 }).map((all) => all.join('/'))
        : fc.constant(step)
    })
  const plain = fc.tuple(...steps).map((all) => `/${all.join('/')}`)
  const strayed = fc.tuple(plain, oddStep).map(([path, more]) => `${path}/${more}`)
  const asked = fc.tuple(
    fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: strayed }),
    question,
  )
  return fc.oneof(
    {
      weight: 30,
      arbitrary: asked.map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
    },
    { weight: 1, arbitrary: fc.constant('{receiptAddress}') },
  )
}

/** Encodes a path, except names in `{…}` and characters that a path cannot contain. */
function encoded(text: string): string {
  if (/^\{\w+\}$/.test(text)) return text
  return encodeURIComponent(text.toWellFormed()).replaceAll('%7B', '{').replaceAll('%7D', '}')
}

// Headers.

const headerText = oddText.map((text) => text.replace(/[^\t\x20-\x7e\xa0-\xff]/g, '').trim())

/** Each header is present in some requests. */
const HEADERS: Record<string, Arbitrary<string>> = {
  'content-type': fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'application/offset+octet-stream',
        'text/plain',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
      ),
    },
    headerText,
  ),
  'sync-person': fc.oneof(fc.constantFrom('{person}', '{stranger}'), headerText),
  range: fc.oneof(
    fc.constantFrom(
      'bytes=0-',
      'bytes=-1',
      'bytes=0-0,2-3',
      `bytes=${'9'.repeat(30)}-`,
      'bytes=5-1',
    ),
    headerText,
  ),
  'last-event-id': fc.oneof(fc.constantFrom('{cursor}', '{oddCursor}'), headerText),
  'upload-length': fc.oneof(
    fc.constantFrom('10', '0', '-1', '1e9', '99999999999999999999'),
    headerText,
  ),
  'upload-metadata': fc.oneof(fc.constant('{metadata}'), headerText),
  'upload-offset': fc.oneof(fc.constantFrom('0', '5', '-1'), headerText),
  'upload-concat': fc.oneof(fc.constantFrom('partial', 'final;/api/uploads/{upload}'), headerText),
  'upload-defer-length': fc.constant('1'),
  'content-length': fc.constantFrom('0', '10', '99999999'),
  'accept-encoding': fc.constantFrom('br', 'gzip', '*;q=0', 'identity'),
  origin: fc.constantFrom('http://localhost:3000', 'https://otra.example', 'null'),
  'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'x'),
  'x-forwarded-for': fc.oneof(fc.constantFrom('1.2.3.4', '::1, 2.3.4.5'), headerText),
  'x-request-id': headerText,
  'x-http-method-override': fc.constantFrom(...METHODS),
  'if-none-match': headerText,
  'user-agent': fc.oneof(fc.constant('Mozilla/5.0 (Linux; Android 14) Chrome/130.0'), headerText),
  cookie: fc.oneof(
    headerText,
    fc.constantFrom(
      'session=x; session=y',
      'session="',
      '__Host-session=x',
      `session=${'x'.repeat(4_000)}`,
    ),
  ),
  authorization: fc.oneof(fc.constantFrom('Bearer x', 'Basic eDp5', 'Bearer  '), headerText),
}

const session = fc.constantFrom<Record<string, string>>(
  {},
  { cookie: 'session={session}' },
  { cookie: 'session={session}' },
  { authorization: 'Bearer {session}' },
)

const tus = fc.constantFrom<Record<string, string>>(
  {},
  { 'tus-resumable': '1.0.0' },
  { 'tus-resumable': '0.2' },
  {
    'tus-resumable': '1.0.0',
    'upload-length': '10',
    'upload-metadata': '{metadata}',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  },
)

const headers = fc
  .tuple(
    tus,
    fc.constant({ 'content-type': 'application/json' }),
    session,
    fc.array(
      fc
        .constantFrom(...Object.keys(HEADERS))
        .chain((name) => fc.tuple(fc.constant(name), HEADERS[name] ?? headerText)),
      { maxLength: 3 },
    ),
  )
  .map(([tus, json, session, others]) => ({
    ...json,
    ...tus,
    ...session,
    ...Object.fromEntries(others),
  }))
