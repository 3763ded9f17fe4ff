import * as z from 'zod/mini'
import { get, post } from '../api-call.ts'
import { collectionPicture } from '../collection.ts'
import { complaint } from '../complaint.ts'
import { amountRequest, contribution, contributionReport, reservedAmount } from '../contribution.ts'
import { emailAddress } from '../user.ts'

const receiptTicket = z.object({
  /** The right to upload this one receipt (R1), part of the upload's metadata. */
  capability: z.string(),
  /** A repeated report may already have its receipt, which is then not sent again. */
  attached: z.boolean(),
})
export type ReceiptTicket = z.infer<typeof receiptTicket>

/** Reports a transfer. 201, or 200 when the same report came before. */
export const fileReport = post('/collections/:id/contributions', {
  input: contributionReport,
  output: z.object({
    contribution,
    receipt: z.nullable(receiptTicket),
    /** The key of a guest's own report; null for a person with an account. */
    key: z.nullable(z.string()),
  }),
})

/** Reserves a unique amount, by which a bank statement proves the later report. */
export const reserveAmount = post('/collections/:id/amount', {
  input: amountRequest,
  output: reservedAmount,
})

/** `token`: the collection's `formToken`, so that only a visitor of its page can look up an e-mail. */
export const hasReported = get('/collections/:id/contributions/exists', {
  input: z.object({
    email: emailAddress('Por favor, ingresa tu email'),
    token: z._default(z.string(), ''),
  }),
  output: z.object({ exists: z.boolean() }),
})

/** Sets the organiser's picture of a collection; returns its version. */
export const choosePicture = post('/collections/:id/picture', {
  input: collectionPicture,
  output: z.object({ picture: z.nullable(z.string()) }),
})

/** Reports a collection, such as a fraud, to the administrators. */
export const complain = post('/collections/:id/complaints', { input: complaint })
