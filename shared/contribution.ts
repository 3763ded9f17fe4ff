import * as z from 'zod/mini'
import { correction } from './correction.ts'
import type { Centavos } from './money.ts'
import { receiptStates } from './receipt.ts'
import { emailAddress } from './user.ts'
import { id, line, moment, optionalLines, pesos } from './validation.ts'

export const paymentMethod = z.enum(['Transferencia', 'Manual', 'MercadoPago', 'MODO'])
export type PaymentMethod = z.infer<typeof paymentMethod>

export const METHOD_NAMES: Record<PaymentMethod, string> = {
  Transferencia: 'Transferencia',
  Manual: 'Manual',
  MercadoPago: 'Mercado Pago',
  MODO: 'MODO',
}

/** Methods of payment through a provider, which alone decides whether it is paid. */
const checkoutMethod = z.enum(['MercadoPago', 'MODO'], 'Ese método de pago no está disponible.')
export type CheckoutMethod = z.infer<typeof checkoutMethod>

const paymentStatus = z.enum(['pending', 'confirmed', 'rejected'])
export type PaymentStatus = z.infer<typeof paymentStatus>

/** The state shown on screen: the status, or "Acreditado" once verified in the account. */
export const contributionState = z.enum(
  ['confirmed', 'verified', 'pending', 'rejected'],
  'El estado del aporte no es válido.',
)
export type ContributionState = z.infer<typeof contributionState>

export const MOST_CONTRIBUTIONS_AT_ONCE = 250

export const manyContributions = z
  .array(id, 'Elige uno o más aportes.')
  .check(
    z.minLength(1),
    z.maxLength(
      MOST_CONTRIBUTIONS_AT_ONCE,
      `Se pueden cambiar hasta ${MOST_CONTRIBUTIONS_AT_ONCE} aportes a la vez.`,
    ),
  )

/** The server deletes a hidden contribution after this many days. */
export const HIDDEN_DAYS = 30

/** A contribution as its organiser sees it. */
export const contribution = z.object({
  id: z.string(),
  collectionId: z.string(),
  contributorName: z.string(),
  contributorEmail: z.nullable(z.string()),
  amount: z.number(),
  paymentMethod,
  paymentDate: z.string(),
  state: contributionState,
  message: z.string(),
  /** Typed by the guest from the receipt. */
  operationNumber: z.nullable(z.string()),
  /** The organiser's words for the contributor. A verified one may keep those of an earlier rejection, for an undo. */
  rejectionReason: z.string(),
  receipt: z.enum(receiptStates),
  /** The same file came with another contribution of this collection (R6). */
  receiptRepeated: z.boolean(),
  /** 1, and one more with each correction (S12). */
  version: z.number(),
  corrections: z.array(correction), // the oldest first
})
export type Contribution = z.infer<typeof contribution>

/** In suggested amounts. */
export const PLAUSIBLE_TIMES = 5

/** True when a guest's amount may count at once. Otherwise it stays pending until the organiser decides. */
export function isPlausible(
  amount: Centavos,
  collection: { suggestedAmount: Centavos; totalAmount: Centavos; amountCollected: Centavos },
): boolean {
  const { suggestedAmount, totalAmount, amountCollected } = collection
  return amount <= PLAUSIBLE_TIMES * suggestedAmount || amount <= totalAmount - amountCollected
}

export const MAX_MESSAGE_LENGTH = 500
export const MAX_CONTRIBUTOR_NAME_LENGTH = 120
export const MAX_OPERATION_LENGTH = 40

const amount = pesos('Por favor, ingresa un monto válido')

const lines = optionalLines(MAX_MESSAGE_LENGTH)
const message = z._default(lines, '')

export const MAX_REASON_LENGTH = 200

export const rejectionReason = z._default(optionalLines(MAX_REASON_LENGTH), '')

const guestName = line(MAX_CONTRIBUTOR_NAME_LENGTH, 'Por favor, ingresa tu nombre')

const typedByGuest = {
  id,
  contributorName: guestName,
  contributorEmail: emailAddress('Por favor, ingresa tu email'),
  amount,
  message,
}

/** A guest's report of a transfer (R1). */
export const contributionReport = z.object({
  ...typedByGuest,
  paymentMethod: z.literal('Transferencia', 'Ese método de pago todavía no está disponible.'),
  /** A receipt follows; the response carries the right to send it (R1). */
  hasReceipt: z._default(z.boolean(), false),
  operationNumber: z.optional(line(MAX_OPERATION_LENGTH, 'Ingresa el número de operación.')),
  /** An e-mail follows when the organiser verifies or rejects the contribution. */
  notifyContributor: z.optional(z.boolean()),
  /** A random id that only the guest's device knows. A repeated report must have the same. */
  repeatKey: z.optional(id),
})
export type ContributionReport = z.infer<typeof contributionReport>

/** A request for a unique amount. `contributionId`: the id that the report will have. */
export const amountRequest = z.object({ contributionId: id, amount })
export type AmountRequest = z.infer<typeof amountRequest>

export const reservedAmount = z.object({
  /** The asked amount, or a few centavos more by which the organiser recognises the transfer. */
  amount: z.number(),
  /** ISO 8601. null for the asked one, and once it is reported. */
  expiresAt: z.nullable(z.string()),
})
export type ReservedAmount = z.infer<typeof reservedAmount>

/** A guest's correction of their own report, until it is verified (S12). Absent fields stay. */
export const guestCorrection = z.partial(
  z.object({ contributorName: guestName, amount, message: lines }),
)
export type GuestCorrection = z.infer<typeof guestCorrection>

export const checkoutRequest = z.object({ ...typedByGuest, paymentMethod: checkoutMethod })
export type CheckoutRequest = z.infer<typeof checkoutRequest>

export const checkout = z.object({ reference: z.string(), url: z.string() })
export type Checkout = z.infer<typeof checkout>

/** A payment through a provider, for anyone with its reference: it names nobody. */
export const paymentProgress = z.object({
  state: paymentStatus,
  amount: z.number(),
  paymentMethod: checkoutMethod,
  collectionId: z.string(),
  collectionTitle: z.string(),
  isUndone: z.boolean(),
})
export type PaymentProgress = z.infer<typeof paymentProgress>

const typedByOrganiser = {
  contributorName: line(MAX_CONTRIBUTOR_NAME_LENGTH, 'Ingresa el nombre de quien aportó.'),
  contributorEmail: z.nullable(emailAddress('Ingresa el email de quien aportó.')),
  amount,
}

export const manualContribution = z.object({
  id,
  collectionId: id,
  ...typedByOrganiser,
  message,
  /** Time of the change by the device's clock, since it may be sent much later. */
  paymentDate: z.optional(moment),
})
export type ManualContribution = z.infer<typeof manualContribution>

/** An organiser's correction of a manual contribution (S12). Absent fields stay. */
export const manualCorrection = z.partial(z.object({ ...typedByOrganiser, message: lines }))
export type ManualCorrection = z.infer<typeof manualCorrection>
