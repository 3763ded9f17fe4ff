/*
 * A house that takes payments for us, behind three questions: the next one is one more file. It never
 * decides anything here: what it says is compared and kept by domain/payments.
 */
import type { CheckoutMethod } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import type { Centavos } from '../../shared/money.ts'

export interface PaymentProvider {
  readonly method: CheckoutMethod
  /** Whether it pays the account that an organiser connected; otherwise `seller` is null below. */
  readonly hasSellers: boolean
  /** For how long its page takes a payment, in ms. */
  readonly payableFor: number
  /** What the provider knows this contribution's payments by. */
  referenceOf(contributionId: string): string
  /** Where the person pays. Throws AppError: 'unavailable' (SellerRefused), or why the order cannot be paid. */
  create(order: Order): Promise<string>
  /** Throws NoticeRefused unless the notice is the provider's own, whole and of these minutes. */
  verify(notice: Notice): VerifiedNotice
  /** Every payment of the seller by this reference; null where it cannot be asked. Throws 'unavailable' (SellerRefused). */
  find(reference: string, seller: SellerAccount | null): Promise<ProviderPayment[] | null>
}

/** An account at the provider, and the right to act for it. */
export interface SellerAccount {
  /** Its number there. */
  id: string
  accessToken: string
}

export interface Order {
  reference: string
  amount: Centavos
  collection: { id: string; title: string; bankAccount: string }
  payer: { name: string; email: string }
  /** Who is paid. */
  seller: SellerAccount | null
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
  /** Whose payment it says it is. Nobody has signed that: the payment itself must say the same. */
  sellerId: string | null
  /** What it is about, from the provider itself. Null: no payment of ours. Throws 'unavailable' (SellerRefused). */
  payment(seller: SellerAccount | null): Promise<ProviderPayment | null>
}

export interface ProviderPayment {
  id: string
  reference: string
  /** Who was paid; null where the provider knows no sellers. */
  sellerId: string | null
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

/** The provider does not take this seller's token; others' may be good. */
export class SellerRefused extends AppError {
  readonly sellerId: string

  constructor(name: string, sellerId: string) {
    const { message } = providerAway(name, null)
    super('unavailable', message, { cause: new Error(`${name} refused the token of a seller`) })
    this.sellerId = sellerId
  }
}

export function providerAway(name: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    `${name} no responde. Intenta nuevamente en unos minutos o aporta con una transferencia.`,
    { cause },
  )
}
