/*
 * What may be measured, and nothing else: each event is named with its parameters, and
 * a request that holds one more is refused whole. There is no place in it for a text that somebody wrote.
 */
import * as z from 'zod/mini'
import { ANALYTICS_PAGES } from './analytics-pages.ts'
import { paymentMethod } from './contribution.ts'
import { MAX_AMOUNT } from './money.ts'
import { id } from './validation.ts'

const HOUR = 60 * 60 // in seconds
/** A page that stays open over night is one that nobody looked at for so long. */
const LONGEST_STAY = 12 * HOUR

const whole = (most: number) => z.number().check(z.int(), z.gte(0), z.lte(most))

const page = z.enum(ANALYTICS_PAGES.map(({ pattern }) => pattern))

const payment = {
  collectionId: id,
  /** In centavos. */
  amount: whole(MAX_AMOUNT),
  paymentMethod,
}

export const analyticsEvent = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('page_view'), page }),
  z.strictObject({ name: z.literal('user_engagement'), page, ms: whole(LONGEST_STAY * 1000) }),
  z.strictObject({ name: z.literal('scroll_depth'), page, percent: whole(100) }),
  z.strictObject({ name: z.literal('time_on_page'), page, seconds: whole(LONGEST_STAY) }),
  z.strictObject({ name: z.literal('payment_guest'), ...payment }),
  z.strictObject({ name: z.literal('payment_logged'), ...payment }),
  z.strictObject({ name: z.literal('share_colecta_copy'), collectionId: id }),
  // The specification's title of the colecta stays here: titles name people.
  z.strictObject({
    name: z.literal('share'),
    collectionId: id,
    method: z.enum(['whatsapp', 'device']),
  }),
  z.strictObject({
    name: z.literal('conversion'),
    kind: z.enum(['contribution', 'registration', 'collection']),
  }),
])
export type AnalyticsEvent = z.infer<typeof analyticsEvent>

export const MAX_EVENTS = 25

/** `POST /api/analytics`. Both ids are random, made after the person agreed. */
export const analyticsBatch = z.strictObject({
  clientId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  /** Of one visit. */
  sessionId: z.string().check(z.regex(/^[0-9]{1,10}$/)),
  events: z.array(analyticsEvent).check(z.minLength(1), z.maxLength(MAX_EVENTS)),
})
export type AnalyticsBatch = z.infer<typeof analyticsBatch>
