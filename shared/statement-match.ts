/* A line of a bank statement that pays a contribution, as devices send it. The line itself never leaves the device. */
import * as z from 'zod/mini'
import { isDay } from './dates.ts'
import { MAX_AMOUNT } from './money.ts'
import { id } from './validation.ts'

/** Why a line of a statement pays a contribution. */
const matchReason = z.enum(['operation', 'unique-amount', 'cuit', 'name', 'amount', 'by-hand'])

/** `created`: the organiser added the contribution from the line. */
export type MatchReason = z.infer<typeof matchReason> | 'created'

export const MOST_MATCHES_AT_ONCE = 100

const centavos = z.int().check(z.gt(0), z.lte(MAX_AMOUNT))

/** 32 bytes in base64url. */
export const digest = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

const line = {
  id,
  lineId: digest,
  lineDay: z.string().check(z.refine(isDay)),
  lineAmount: centavos,
  /** The part of the line's amount that pays this contribution. */
  part: centavos,
  /** The line pays several contributions. */
  isSplit: z.boolean(),
  /** The format of the statement. */
  source: z.string().check(z.maxLength(40)),
}

const isPart = z.refine<{ part: number; lineAmount: number }>((m) => m.part <= m.lineAmount)

export const createdMatch = z.object(line).check(isPart)

const statementMatch = z
  .object({
    ...line,
    contributionId: id,
    reason: matchReason,
    isAutomatic: z.boolean(),
    /** The organiser accepts the part for the whole contribution, although it is less. */
    asIs: z.boolean(),
    /** The contribution's version that the person saw (S12). */
    version: z.int(),
  })
  .check(isPart)

/** A statement line that pays a contribution, as a mutation carries it. */
export interface StatementMatch extends Omit<z.infer<typeof statementMatch>, 'reason'> {
  reason: MatchReason
}

export const manyMatches = z
  .array(statementMatch)
  .check(z.minLength(1), z.maxLength(MOST_MATCHES_AT_ONCE))

/** Some contributions have several. */
export const MOST_MATCHES_OF_AN_UNDO = 1_000

export const matchIds = z._default(z.array(id).check(z.maxLength(MOST_MATCHES_OF_AN_UNDO)), [])

export const manyMatchIds = z.array(id).check(z.minLength(1), z.maxLength(MOST_MATCHES_AT_ONCE))
