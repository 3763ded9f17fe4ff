import { useEffect, useState } from 'react'

/** True once the page has loaded and the browser has nothing better to do: what can wait begins then. */
export function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((done: () => void) => setTimeout(done, 300))
    idle(() => setQuiet(true), { timeout: 5_000 })
  }, [])
  return isQuiet
}
