import { useRef, useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import {
  type Contribution,
  type ContributionState,
  contributionState,
  MOST_CONTRIBUTIONS_AT_ONCE,
} from '../../../shared/contribution.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { hideContributions } from '../../../shared/mutations/hide-contributions.ts'
import { setContributionsState } from '../../../shared/mutations/set-contributions-state.ts'
import { showContributions } from '../../../shared/mutations/show-contributions.ts'
import { canHideContribution } from '../../../shared/permissions.ts'
import {
  type ContributionKey,
  contributionKeys,
  KEYS_AT_ONCE,
} from '../../../shared/queries/contribution-keys.ts'
import { MOST_MATCHES_OF_AN_UNDO } from '../../../shared/statement-match.ts'
import { formatCount } from '../../../shared/text.ts'
import { askOnce } from '../../api/live.ts'
import { mutate } from '../../api/mutate.ts'
import { showDone, showToast } from '../../components/toast.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import { usedLines } from '../../features/conciliation/send-matches.ts'
import type { ContributionsView } from './contributions-view.ts'

type Chosen = ReadonlyMap<string, Contribution> | 'all'

const NONE: Chosen = new Map()

/** Returns the selected rows, of any page, or 'all' that match. Empty once `list`, its search and filters, changes. */
export function useSelection(list: string) {
  const [isOn, setOn] = useState(false)
  const [state, setState] = useState<{ list: string; chosen: Chosen }>({ list, chosen: NONE })
  const chosen = state.list === list ? state.chosen : NONE
  const choose = (next: Chosen) => setState({ list, chosen: next })
  const last = useRef<string | null>(null)

  /** After `chooseAll`, deselecting a row leaves the other rows of this page selected. */
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

export type Act = ContributionState | 'hidden' | 'shown'

const DONE: Partial<Record<Act, readonly [one: string, many: string]>> = {
  verified: ['aporte acreditado', 'aportes acreditados'],
  rejected: ['aporte rechazado', 'aportes rechazados'],
  hidden: ['aporte oculto', 'aportes ocultos'],
  shown: ['aporte de vuelta en la lista', 'aportes de vuelta en la lista'],
}
const FAILED = 'No fue posible cambiar todos los aportes.'
const NOTHING = 'Ninguno de esos aportes cambia.'

interface Step {
  act: Act
  ids: string[]
  versions: number[] // in the order of `ids`
  matches: string[] // of an undo
  isUndo: boolean
}

/**
 * Returns `apply`, which changes the selected contributions and shows a toast that undoes it. It sends mutations of
 * MOST_CONTRIBUTIONS_AT_ONCE, one after another, so that lists stay responsive.
 */
export function useManyChanges(collection: Collection, { view }: Pick<ContributionsView, 'view'>) {
  const { change } = useChange()
  const [working, setWorking] = useState<{ done: number; total: number } | null>(null)

  async function keysOf(chosen: Selection['chosen']): Promise<ContributionKey[]> {
    if (chosen !== 'all') return [...chosen.values()]
    const { search, method, filter: state } = view
    const found: ContributionKey[] = []
    for (;;) {
      const last = found.at(-1)
      const after = last ? { id: last.id, paymentDate: last.paymentDate } : null
      const list = { collectionId: collection.id, search, method, state }
      const keys = await askOnce(contributionKeys, { ...list, after })
      found.push(...keys)
      if (keys.length < KEYS_AT_ONCE) return found
    }
  }

  function applies(act: Act, key: ContributionKey): boolean {
    if (act === 'shown') return true
    if (act !== 'hidden') return key.state !== act
    return canHideContribution({ id: collection.creatorId }, collection, key)
  }

  async function run(steps: readonly Step[], total: number): Promise<void> {
    let done = 0
    try {
      for (const step of steps) {
        setWorking({ done, total })
        await send(step)
        done += step.ids.length
      }
    } finally {
      setWorking(null)
    }
  }

  function apply(act: Act, chosen: Selection['chosen'], onDone: () => void): void {
    void change(async () => {
      const keys = (await keysOf(chosen)).filter((key) => applies(act, key))
      // Verifying undoes no matches. Its undo reads them when it runs.
      const undone = act === 'verified' ? null : await matchesOf(act, keys)
      await run(stepsTo(act, keys), keys.length)
      onDone()
      if (keys.length === 0) return showToast({ text: NOTHING })
      const setBack = async () =>
        run(stepsBack(act, keys, undone ?? (await matchesOf(act, keys))), keys.length)
      const undo = () => void change(setBack, FAILED)
      const words = DONE[act]?.[keys.length === 1 ? 0 : 1]
      showDone(`${formatCount(keys.length)} ${words}`, undo)
    }, FAILED)
  }

  return { working, apply }
}

/** Ids of the matches that pay each contribution. */
type Matches = ReadonlyMap<string, readonly string[]>

/** Returns those that a change of state may undo. */
async function matchesOf(act: Act, keys: readonly ContributionKey[]): Promise<Matches> {
  const ids = new Set(keys.map(({ id }) => id))
  const isState = act !== 'hidden' && act !== 'shown' && keys.length > 0
  const lines = isState ? await usedLines().catch(() => []) : []
  const own = groupBy(
    lines.filter(({ contributionId }) => ids.has(contributionId)),
    ({ contributionId }) => contributionId,
  )
  return new Map([...own].map(([id, matches]) => [id, matches.map(({ id }) => id)]))
}

function send({ act, ids, versions, matches, isUndo }: Step): Promise<void> {
  switch (act) {
    case 'hidden':
      return mutate(hideContributions, { ids })
    case 'shown':
      return mutate(showContributions, { ids })
    default:
      // The server skips contributions that were corrected since (S12).
      return mutate(setContributionsState, {
        ids,
        state: act,
        matches,
        isUndo,
        ...((act === 'verified' || act === 'confirmed') && { versions }),
      })
  }
}

/** `matches`: of an undo. */
function stepsTo(act: Act, keys: readonly ContributionKey[], matches?: Matches): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < keys.length; at += MOST_CONTRIBUTIONS_AT_ONCE) {
    const some = keys.slice(at, at + MOST_CONTRIBUTIONS_AT_ONCE)
    steps.push({
      act,
      ids: some.map(({ id }) => id),
      versions: some.map(({ version }) => version),
      matches: some.flatMap(({ id }) => matches?.get(id) ?? []).slice(0, MOST_MATCHES_OF_AN_UNDO),
      isUndo: matches !== undefined,
    })
  }
  return steps
}

function stepsBack(act: Act, keys: readonly ContributionKey[], matches: Matches): Step[] {
  if (act === 'hidden') return stepsTo('shown', keys)
  if (act === 'shown') return stepsTo('hidden', keys)
  return contributionState.options.flatMap((before) =>
    stepsTo(
      before,
      keys.filter(({ state }) => state === before),
      matches,
    ),
  )
}
