import { useEffect, useState } from 'react'

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll']

/** True from the first sign that somebody is there: what a page shows below its end comes then. */
export function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    // In a page that was there before its script, it may have been given.
    if (window.scrollY > 0 || navigator.userActivation?.hasBeenActive) setTouched(true)
    const come = new AbortController()
    for (const sign of SIGNS) {
      window.addEventListener(sign, () => setTouched(true), { signal: come.signal, passive: true })
    }
    return () => come.abort()
  }, [])
  return isTouched
}
