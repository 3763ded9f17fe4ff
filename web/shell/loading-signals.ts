/* When the frame loads what the first paint does not need. */
import { useEffect, useState } from 'react'
import { hasKeptReports } from '../api/kept-reports.ts'

/** True once the page has loaded and the browser has nothing better to do: what can wait begins then. */
export function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((done: () => void) => setTimeout(done, 300))
    idle(() => setQuiet(true), { timeout: 5_000 })
  }, [])
  return isQuiet
}

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

/** True once it is known that this browser may have a report to send; looked for when it `isDue`. */
export function useKeptReports(isDue: boolean): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (isDue) hasKeptReports().then(setKept, () => undefined)
  }, [isDue])
  return isKept
}
