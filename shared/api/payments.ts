/* Calls for people who pay through a provider. Their contribution is pending until the provider confirms it. */
import { get, post } from '../api-call.ts'
import { checkout, checkoutRequest, paymentProgress } from '../contribution.ts'

export const startCheckout = post('/collections/:id/checkout', {
  input: checkoutRequest,
  output: checkout,
})

/** Returns the state of a payment, without its payer, to anyone with its reference, which cannot be guessed. */
export const getPayment = get('/payments/:reference', { output: paymentProgress })
