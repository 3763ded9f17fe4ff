/*
 * The calls that every page makes when it starts. Their responses are checked by type guards, because a page loads zod
 * (11 kB) only when somebody touches a form. The compiler checks each guard against its type.
 */
import { get, type Parser, post } from '../api-call.ts'
import type { PublicCollection } from '../collection.ts'
import type { CheckoutMethod } from '../contribution.ts'
import type { PageData } from '../page-data.ts'
import type { QrCurrency } from '../payment-qr.ts'
import type { User } from '../user.ts'

/** In a browser the session is a cookie. Other clients sign in with `"session": "bearer"` and send the token (A1). */
export interface SessionOutput {
  access_token: string | null
  refresh_token: null
  user: User | null
}

export interface Installation {
  origin: string
  paymentQrCurrency: QrCurrency
  supportEmail: string | null
  google: boolean
  analytics: boolean
  checkout: readonly CheckoutMethod[] // payment methods besides a transfer
}

const isText: Guard<string> = (value) => typeof value === 'string'
const isNumber: Guard<number> = (value) => typeof value === 'number'
const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean'
const isNull: Guard<null> = (value) => value === null
const areMethods: Guard<CheckoutMethod[]> = (value) =>
  Array.isArray(value) && value.every(oneOf('MercadoPago', 'MODO'))

export const isUser = shape<User>({
  id: isText,
  email: isText,
  firstName: isText,
  lastName: isText,
  isAdmin: isBoolean,
})

export const sessionOutput = parser(
  shape<SessionOutput>({
    access_token: either(isText, isNull),
    refresh_token: isNull,
    user: either(isUser, isNull),
  }),
)

const installation = parser(
  shape<Installation>({
    origin: isText,
    paymentQrCurrency: oneOf('032', '986'),
    supportEmail: either(isText, isNull),
    google: isBoolean,
    analytics: isBoolean,
    checkout: areMethods,
  }),
)

const isCollection = shape<PublicCollection>({
  id: isText,
  title: isText,
  description: isText,
  organiserName: isText,
  suggestedAmount: isNumber,
  totalAmount: isNumber,
  amountCollected: isNumber,
  deadline: isText,
  bankAccount: isText,
  accountIdentifier: isText,
  cantidadPersonas: either(isNumber, isNull),
  status: oneOf('abierta', 'cerrada'),
  createdAt: isText,
  confirmedCount: optional(isNumber),
  closesAlone: optional(isBoolean),
  uniqueCents: optional(isBoolean),
  picture: optional(either(isText, isNull)),
  isSuspended: optional(isBoolean),
  formToken: optional(isText),
  checkout: optional(areMethods),
  unconnected: optional(areMethods),
})

export const isPageData = shape<PageData>({
  today: isText,
  user: optional(either(isUser, isNull)),
  collection: optional(isCollection),
  google: optional(isBoolean),
})

export const getSession = get('/session', { output: sessionOutput })
export const signOut = post('/logout', { output: sessionOutput })
export const getInstallation = get('/config', { output: installation })
export const getCollection = get('/collections/:id', { output: parser(isCollection) })

type Guard<T> = (value: unknown) => value is T

function oneOf<const T extends string>(...texts: T[]): Guard<T> {
  return (value): value is T => texts.some((text) => text === value)
}

function either<A, B>(isA: Guard<A>, isB: Guard<B>): Guard<A | B> {
  return (value): value is A | B => isA(value) || isB(value)
}

function optional<T>(isT: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || isT(value)
}

function shape<T extends object>(guards: { [Key in keyof T]-?: Guard<T[Key]> }): Guard<T> {
  const all = Object.entries<Guard<unknown>>(guards)
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    all.every(([name, isValid]) => isValid(Reflect.get(value, name)))
}

function parser<T>(isT: Guard<T>): Parser<T> {
  return {
    parse(value) {
      if (isT(value)) return value
      throw new TypeError('The response has another shape.')
    },
  }
}
