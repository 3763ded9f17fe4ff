import { get, post } from '../api-call.ts'
import { checkout, checkoutRequest, paymentProgress } from '../contribution.ts'

export const startCheckout = post('/collections/:id/checkout', {
  input: checkoutRequest,
  output: checkout,
})

export const getPayment = get('/payments/:reference', { output: paymentProgress })
