import { useState } from 'react'
import type { Contribution } from '../../../shared/contribution.ts'

type Chosen = ReadonlyMap<string, Contribution> | 'all'

const NONE: Chosen = new Map()

/** Rows of any page, or all that the list finds. Empty once `list`, its search and filters, changes. */
export function useSelection(list: string) {
  const [isOn, setOn] = useState(false)
  const [state, setState] = useState<{ list: string; chosen: Chosen }>({ list, chosen: NONE })
  const chosen = state.list === list ? state.chosen : NONE
  const choose = (next: Chosen) => setState({ list, chosen: next })

  return {
    isOn,
    chosen,
    has: ({ id }: Contribution) => chosen === 'all' || chosen.has(id),
    /** After "select all found", deselecting one row leaves the other rows of this page selected. */
    toggle(rows: readonly Contribution[], isChosen: boolean, onPage: readonly Contribution[]) {
      const before = chosen === 'all' ? byId(onPage) : chosen
      const ids = new Set(rows.map(({ id }) => id))
      const others = [...before].filter(([id]) => !ids.has(id))
      choose(new Map([...others, ...(isChosen ? byId(rows) : [])]))
    },
    chooseAll: () => choose('all'),
    start: () => setOn(true),
    stop() {
      setOn(false)
      choose(NONE)
    },
  }
}

export type Selection = ReturnType<typeof useSelection>

function byId(rows: readonly Contribution[]): Map<string, Contribution> {
  return new Map(rows.map((row) => [row.id, row]))
}
