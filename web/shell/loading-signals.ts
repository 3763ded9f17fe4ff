import { useEffect, useState } from 'react'
import { hasKeptReports } from '../api/kept-reports.ts'
import { whenIdle } from '../api/when-idle.ts'

export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true), { pause: 300, timeout: 5_000 }), [])
  return isIdle
}

const INTERACTIONS = ['pointerdown', 'pointermove', 'keydown', 'scroll']

/** True from the first interaction: content below the end of the page loads then. */
export function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    // The interaction may have preceded the script.
    if (window.scrollY > 0 || navigator.userActivation?.hasBeenActive) setTouched(true)
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    const touch = (event: Event) => isResting(event) || setTouched(true)
    for (const interaction of INTERACTIONS) window.addEventListener(interaction, touch, options)
    return () => listening.abort()
  }, [])
  return isTouched
}

/** The browser also reports a move when the page changes below a pointer that rests. */
function isResting(event: Event): boolean {
  if (event.type !== 'pointermove') return false
  const { movementX, movementY } = event as PointerEvent
  return movementX === 0 && movementY === 0
}

/** True once this browser may have a report to send; looked up when `isDue`. */
export function useKeptReports(isDue: boolean): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (isDue) hasKeptReports().then(setKept, () => undefined)
  }, [isDue])
  return isKept
}
