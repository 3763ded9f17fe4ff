/*
 * A house that takes payments for us, behind three questions: the next one is one more file. It never
 * decides anything here: what it says is compared and kept by domain/payments.
 */
import type { CheckoutMethod } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import type { Centavos } from '../../shared/money.ts'

export interface PaymentProvider {
  readonly method: CheckoutMethod
  /** For how long its page takes a payment, in ms. */
  readonly payableFor: number
  /** What the provider knows this contribution's payments by. */
  referenceOf(contributionId: string): string
  /** Where the person pays. Throws AppError: 'unavailable', or why the order cannot be paid. */
  create(order: Order): Promise<string>
  /** Throws NoticeRefused unless the notice is the provider's own, whole and of these minutes. */
  verify(notice: Notice): VerifiedNotice
  /** Every payment it knows by this reference; null where it cannot be asked. Throws 'unavailable'. */
  find(reference: string): Promise<ProviderPayment[] | null>
}

export interface Order {
  reference: string
  amount: Centavos
  collection: { id: string; title: string; bankAccount: string }
  payer: { name: string; email: string }
}

/** A webhook's request, as it came. */
export interface Notice {
  query: URLSearchParams
  header(name: string): string | undefined
  body: string
}

export interface VerifiedNotice {
  /** The same for the same notice, sent again by anybody. */
  signature: string
  /** What it is about, from the provider itself. Null: no payment of ours. Throws 'unavailable'. */
  payment(): Promise<ProviderPayment | null>
}

export interface ProviderPayment {
  id: string
  reference: string
  state: 'pending' | 'approved' | 'rejected' | 'undone'
  amount: Centavos
  /** What was given back of it. */
  refunded: Centavos
  /** ISO 4217: 'ARS'. */
  currency: string
  /** By the provider's clock, ISO 8601. */
  updatedAt: string
}

/** Why a notice is not believed; `reason` is for the log and holds nothing of the notice. */
export class NoticeRefused extends AppError {
  readonly reason: 'unsigned' | 'altered' | 'old'

  constructor(reason: NoticeRefused['reason']) {
    super('not-allowed', 'El aviso de pago no se pudo verificar.')
    this.reason = reason
  }
}

export function providerAway(name: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    `${name} no responde. Intenta nuevamente en unos minutos o aporta con una transferencia.`,
    { cause },
  )
}
