import { get, post } from '../api-call.ts'
import { checkout, checkoutRequest, paymentProgress } from '../contribution.ts'

/** Stores a pending contribution and returns the URL of the provider's page. */
export const startCheckout = post('/collections/:id/checkout', {
  input: checkoutRequest,
  output: checkout,
})

export const getPayment = get('/payments/:reference', { output: paymentProgress })
