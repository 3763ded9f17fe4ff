/* Anybody can write the URL with which a payment provider returns a person: it proves nothing. Texts are bounded. */

import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Centavos, parseMoney } from '../../../shared/money.ts'
import { clean } from '../../../shared/text.ts'

export interface PaymentReturn {
  reference: string | null
  amount: Centavos | null
  contributorName: string
  error: string
  status: string | null
  paymentId: string | null
}

export function readReturn(query: URLSearchParams): PaymentReturn {
  return {
    reference: textIn(query, 'reference', MAX_WORD),
    amount: parseMoney(textIn(query, 'amount', MAX_WORD) ?? '') || null,
    contributorName: textIn(query, 'aportanteName', MAX_NAME) ?? 'Usuario',
    error: textIn(query, 'error', MAX_SENTENCE) ?? 'Error desconocido',
    status: textIn(query, 'status', MAX_WORD),
    paymentId: textIn(query, 'payment_id', MAX_WORD),
  }
}

const MAX_WORD = 64
const MAX_NAME = 60
const MAX_SENTENCE = 160

/** Mercado Pago writes a missing value as `null`. */
function textIn(query: URLSearchParams, name: string, max: number): string | null {
  const text = clean(query.get(name) ?? '')
  if (text === '' || text === 'null') return null
  const letters = Array.from(text)
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}

export function usePaymentReturn(): PaymentReturn {
  const [query] = useSearchParams()
  return useMemo(() => readReturn(query), [query])
}
