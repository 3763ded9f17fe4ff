import type { CheckoutMethod } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import type { Centavos } from '../../shared/money.ts'

/** mercado-pago.ts and wallet.ts implement it; domain/payments uses it. */
export interface PaymentProvider {
  readonly method: CheckoutMethod
  readonly hasSellers: boolean // payments go to the organiser's connected account; if false, `seller` below is null
  readonly payableFor: number // in ms
  referenceOf(contributionId: string): string
  /** Creates a payment, returns its page. Throws AppError: 'unavailable' (SellerRefused), or why it cannot be paid. */
  create(order: Order): Promise<string>
  /** Throws WebhookRefused unless the webhook is signed by the provider, complete and recent. */
  verify(webhook: Webhook): VerifiedWebhook
  /** Returns null if the provider cannot be asked. Throws 'unavailable' (SellerRefused). */
  find(reference: string, seller: SellerAccount | null): Promise<ProviderPayment[] | null>
}

export interface SellerAccount {
  id: string // at the provider
  accessToken: string
}

export interface Order {
  reference: string
  amount: Centavos
  collection: { id: string; title: string; bankAccount: string }
  payer: { name: string; email: string }
  seller: SellerAccount | null
}

export interface Webhook {
  query: URLSearchParams
  header(name: string): string | undefined
  body: string
}

export interface VerifiedWebhook {
  signature: string // the same in a replay
  sellerId: string | null // not signed: the payment itself must name the same account
  /** Returns null when the payment is not ours. Throws 'unavailable' (SellerRefused). */
  payment(seller: SellerAccount | null): Promise<ProviderPayment | null>
}

export interface ProviderPayment {
  id: string
  reference: string
  sellerId: string | null // null when the provider has no sellers
  state: 'pending' | 'approved' | 'rejected' | 'undone'
  amount: Centavos
  refunded: Centavos
  currency: string // ISO 4217: 'ARS'
  updatedAt: string // by the provider's clock, ISO 8601
}

/** A webhook that is not the provider's, or too old. `cause` is for the log and contains nothing of the webhook. */
export class WebhookRefused extends AppError {
  constructor(cause: 'unsigned' | 'altered' | 'old') {
    super('not-allowed', 'El aviso de pago no se pudo verificar.', { cause })
  }
}

/** The provider rejected the token of one seller. Tokens of others may be valid. */
export class SellerRefused extends AppError {
  readonly sellerId: string

  constructor(name: string, sellerId: string) {
    const { message } = providerUnavailable(name, null)
    super('unavailable', message, { cause: new Error(`${name} refused the token of a seller`) })
    this.sellerId = sellerId
  }
}

export function providerUnavailable(name: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    `${name} no responde. Intenta nuevamente en unos minutos o aporta con una transferencia.`,
    { cause },
  )
}
