import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type PaymentReturn, readReturn } from './read-return.ts'

/** What the address says of a payment. */
export function usePaymentReturn(): PaymentReturn {
  const [query] = useSearchParams()
  return useMemo(() => readReturn(query), [query])
}
