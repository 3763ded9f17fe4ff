import { useEffect, useState } from 'react'
import { getReceiptAddress, type ReceiptAddress } from '../../../shared/api/receipts.ts'
import { AppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'

export type ReceiptView =
  | { name: 'loading' }
  | ({ name: 'failed'; retry: () => void } & Trouble)
  | { name: 'ready'; receipt: ReceiptAddress; retry: () => void }

/** The address of a contribution's receipt (R4); a new one at every try, since they expire. */
export function useReceipt(contributionId: string): ReceiptView {
  const [attempt, setAttempt] = useState(0)
  const [view, setView] = useState<
    | { name: 'loading' }
    | ({ name: 'failed' } & Trouble)
    | { name: 'ready'; receipt: ReceiptAddress }
  >({ name: 'loading' })
  const retry = () => setAttempt((before) => before + 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let current = true
    setView({ name: 'loading' })
    request(getReceiptAddress, { params: { contributionId } }).then(
      (receipt) => current && setView({ name: 'ready', receipt }),
      (error) => current && setView({ name: 'failed', ...troubleOf(error) }),
    )
    return () => {
      current = false
    }
  }, [contributionId, attempt])

  return view.name === 'loading' ? view : { ...view, retry }
}

/** `reason`: the cause, if it adds something to the title. */
export interface Trouble {
  title: string
  reason?: string
}

function troubleOf(error: unknown): Trouble {
  if (!(error instanceof AppError) || error.code === 'internal') {
    return { title: 'Error al cargar el comprobante', reason: 'Error al generar URL segura' }
  }
  return {
    title: error.code === 'unavailable' ? 'No se pudo cargar el comprobante' : error.message,
  }
}
