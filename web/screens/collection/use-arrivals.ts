import { useState } from 'react'
import type { Contribution } from '../../../shared/contribution.ts'

type Ids = ReadonlySet<string>

const NONE: Ids = new Set()

/**
 * The ids that arrived while this view was looked at: newer than all that was there. Who turns a page
 * or searches sees nothing arrive. `rows` is null until the view has its own.
 */
export function useArrivals(view: string, rows: Contribution[] | null): Ids {
  const [seen, setSeen] = useState({ view: '', newest: '', arrived: NONE })

  if (rows) {
    const newest =
      rows
        .map(({ paymentDate }) => paymentDate)
        .sort()
        .at(-1) ?? ''
    if (seen.view !== view) {
      setSeen({ view, newest, arrived: NONE })
    } else if (newest > seen.newest) {
      const late = rows.filter(({ paymentDate }) => paymentDate > seen.newest).map(({ id }) => id)
      setSeen({ view, newest, arrived: new Set([...seen.arrived, ...late]) })
    }
  }
  return seen.view === view ? seen.arrived : NONE
}
