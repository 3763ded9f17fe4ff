import { useEffect, useState } from 'react'
import type { ReceiptFile } from '../../reports/kept-report.ts'

/** An address under which the chosen photo can be shown; null for a PDF. */
export function usePicture(receipt: ReceiptFile | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!receipt || receipt.type === 'application/pdf') return setAddress(null)
    const made = URL.createObjectURL(new Blob([receipt.bytes], { type: receipt.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [receipt])
  return address
}
