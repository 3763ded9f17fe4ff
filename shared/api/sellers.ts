import * as z from 'zod/mini'
import { get, post } from '../api-call.ts'
import { seller } from '../seller.ts'

export const getSeller = get('/account/mercado-pago', {
  output: z.object({ seller: z.nullable(seller) }),
})

export const connectSeller = post('/account/mercado-pago/connect', {
  /** `url`: Mercado Pago's page of consent. */
  output: z.object({ url: z.string() }),
})

export const disconnectSeller = post('/account/mercado-pago/disconnect')
