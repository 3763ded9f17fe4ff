import { useRef, useState } from 'react'
import type { Contribution } from '../../../shared/contribution.ts'

type Chosen = ReadonlyMap<string, Contribution> | 'all'

const NONE: Chosen = new Map()

/** The selected rows, of any page, or all that the list finds. Empty once `list`, its search and filters, changes. */
export function useSelection(list: string) {
  const [isOn, setOn] = useState(false)
  const [state, setState] = useState<{ list: string; chosen: Chosen }>({ list, chosen: NONE })
  const chosen = state.list === list ? state.chosen : NONE
  const choose = (next: Chosen) => setState({ list, chosen: next })
  const last = useRef<string | null>(null)

  /** After "select all found", deselecting one row leaves the other rows of this page selected. */
  function toggle(
    rows: readonly Contribution[],
    isChosen: boolean,
    onPage: readonly Contribution[],
  ): void {
    const before = chosen === 'all' ? byId(onPage) : chosen
    const ids = new Set(rows.map(({ id }) => id))
    const others = [...before].filter(([id]) => !ids.has(id))
    choose(new Map([...others, ...(isChosen ? byId(rows) : [])]))
  }

  /** Toggles a row; with `isRange` also all rows between it and the last one that was toggled on this page. */
  function toggleOne(
    row: Contribution,
    isChosen: boolean,
    onPage: readonly Contribution[],
    isRange: boolean,
  ): void {
    const [from = -1, to = -1] = [last.current, row.id]
      .map((id) => onPage.findIndex((other) => other.id === id))
      .toSorted((a, b) => a - b)
    last.current = row.id
    toggle(isRange && from >= 0 ? onPage.slice(from, to + 1) : [row], isChosen, onPage)
  }

  return {
    isOn,
    chosen,
    has: ({ id }: Contribution) => chosen === 'all' || chosen.has(id),
    toggle,
    toggleOne,
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
