/*
 * The only analytics events: the browser sends them, the server forwards them (server/providers/google-analytics.ts).
 * No parameter can hold a text that a person typed.
 */
import * as z from 'zod/mini'
import { ANALYTICS_PAGES } from './analytics-pages.ts'
import { paymentMethod } from './contribution.ts'
import { MAX_AMOUNT } from './money.ts'
import { HOUR, SECOND } from './time.ts'
import { id } from './validation.ts'

const LONGEST_STAY = 12 * HOUR // caps the time on a page that stays open overnight

const whole = (max: number) => z.number().check(z.int(), z.gte(0), z.lte(max))

const page = z.enum(ANALYTICS_PAGES.map(({ pattern }) => pattern))

const payment = {
  collectionId: id,
  amount: whole(MAX_AMOUNT), // centavos
  paymentMethod,
}

export const analyticsEvent = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('page_view'), page }),
  z.strictObject({ name: z.literal('user_engagement'), page, ms: whole(LONGEST_STAY) }),
  z.strictObject({ name: z.literal('scroll_depth'), page, percent: whole(100) }),
  z.strictObject({ name: z.literal('time_on_page'), page, seconds: whole(LONGEST_STAY / SECOND) }),
  z.strictObject({ name: z.literal('payment_guest'), ...payment }),
  z.strictObject({ name: z.literal('payment_logged'), ...payment }),
  z.strictObject({ name: z.literal('share_colecta_copy'), collectionId: id }),
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

/** `POST /api/analytics`. Both ids are random and made after the person consented. */
export const analyticsBatch = z.strictObject({
  clientId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  sessionId: z.string().check(z.regex(/^[0-9]{1,10}$/)),
  events: z.array(analyticsEvent).check(z.minLength(1), z.maxLength(MAX_EVENTS)),
})
export type AnalyticsBatch = z.infer<typeof analyticsBatch>
