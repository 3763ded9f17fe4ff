import { useEffect, useState } from 'react'

/** How long the page of a wallet shows that it processes, in ms. */
const WAIT_MS = 2_000

/** True for the moment in which a returning person is told that their payment is being processed. */
export function useProcessing(): boolean {
  const [isProcessing, setProcessing] = useState(true)

  useEffect(() => {
    const timer = setTimeout(() => setProcessing(false), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])

  return isProcessing
}
