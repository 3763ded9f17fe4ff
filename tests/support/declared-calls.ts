import * as accounts from '../../shared/api/accounts.ts'
import * as admin from '../../shared/api/admin.ts'
import * as analytics from '../../shared/api/analytics.ts'
import * as collections from '../../shared/api/collections.ts'
import * as emails from '../../shared/api/emails.ts'
import * as mutations from '../../shared/api/mutations.ts'
import * as ownAccount from '../../shared/api/own-account.ts'
import * as ownReports from '../../shared/api/own-reports.ts'
import * as payments from '../../shared/api/payments.ts'
import * as push from '../../shared/api/push.ts'
import * as queries from '../../shared/api/queries.ts'
import * as receipts from '../../shared/api/receipts.ts'
import * as sellers from '../../shared/api/sellers.ts'
import * as session from '../../shared/api/session.ts'
import * as start from '../../shared/api/start.ts'
import type { ApiCall } from '../../shared/api-call.ts'

const MODULES = [
  accounts,
  admin,
  analytics,
  collections,
  emails,
  mutations,
  ownAccount,
  ownReports,
  payments,
  push,
  queries,
  receipts,
  sellers,
  session,
  start,
]

/** All declared calls of the HTTP API. */
export const declaredCalls: readonly ApiCall[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module).filter(isCall),
)

/** Throws when a successful response has another shape than its call declares. Other paths pass. */
export function assertDeclared(method: string, path: string, body: unknown): void {
  const { pathname } = new URL(path, 'http://localhost')
  const call = declaredCalls.find(
    (call) => call.method === method && patternOf(call.path).test(pathname),
  )
  call?.output?.parse(body)
}

function patternOf(path: string): RegExp {
  return new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`)
}

function isCall(value: unknown): value is ApiCall {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
