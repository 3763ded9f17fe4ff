import { useEffect, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import type { ReceiptAddress } from '../../../shared/receipt.ts'
import { request } from '../../api/request.ts'

export type ReceiptView =
  | { name: 'loading' }
  | { name: 'failed'; message: string; retry: () => void }
  | { name: 'ready'; receipt: ReceiptAddress; retry: () => void }

/** The address of a contribution's receipt (R4); a new one at every try, since they expire. */
export function useReceipt(contributionId: string): ReceiptView {
  const [attempt, setAttempt] = useState(0)
  const [view, setView] = useState<
    | { name: 'loading' }
    | { name: 'failed'; message: string }
    | { name: 'ready'; receipt: ReceiptAddress }
  >({ name: 'loading' })
  const retry = () => setAttempt((before) => before + 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let current = true
    setView({ name: 'loading' })
    request<ReceiptAddress>('GET', `/api/receipts/${contributionId}/url`).then(
      (receipt) => current && setView({ name: 'ready', receipt }),
      (error) => current && setView({ name: 'failed', message: messageOf(error) }),
    )
    return () => {
      current = false
    }
  }, [contributionId, attempt])

  return view.name === 'loading' ? view : { ...view, retry }
}

function messageOf(error: unknown): string {
  if (!(error instanceof AppError) || error.code === 'internal')
    return 'Error al cargar el comprobante'
  return error.code === 'unavailable' ? 'No se pudo cargar el comprobante' : error.message
}
