import { useState } from 'react'
import type { LazyScreen } from './lazy-screen.ts'

/** Shows a screen. What is here already never suspends: React would hold its fallback for 300 ms. */
export function Screen({ of: screen }: { of: LazyScreen }) {
  const [Shown] = useState(screen.component)
  return <Shown />
}
