import * as z from 'zod/mini'
import { get, post } from '../api-call.ts'
import { collectionPicture } from '../collection.ts'
import { complaint } from '../complaint.ts'
import { amountRequest, contribution, contributionReport, reservedAmount } from '../contribution.ts'
import { emailAddress } from '../user.ts'

const receiptTicket = z.object({
  /** The right to send this one receipt (R1), for the upload's metadata. */
  capability: z.string(),
  attached: z.boolean(),
})
export type ReceiptTicket = z.infer<typeof receiptTicket>

/** 201, or 200 when the same report came before. */
export const fileReport = post('/collections/:id/contributions', {
  input: contributionReport,
  output: z.object({
    contribution,
    receipt: z.nullable(receiptTicket),
    /** Opens a guest's own report; null for a person with an account. */
    key: z.nullable(z.string()),
  }),
})

/** An amount of their own for a person who is about to transfer. */
export const reserveAmount = post('/collections/:id/amount', {
  input: amountRequest,
  output: reservedAmount,
})

/** Whether this e-mail reported here before. `token`: the collection's `formToken`. */
export const hasReported = get('/collections/:id/contributions/exists', {
  input: z.object({
    email: emailAddress('Por favor, ingresa tu email'),
    token: z._default(z.string(), ''),
  }),
  output: z.object({ exists: z.boolean() }),
})

/** The organiser's; returns the version of the picture. */
export const choosePicture = post('/collections/:id/picture', {
  input: collectionPicture,
  output: z.object({ picture: z.nullable(z.string()) }),
})

export const complain = post('/collections/:id/complaints', { input: complaint })
