import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AccountOwner } from '../../../shared/conciliation/payable-lines.ts'
import type { Mapping, UnknownTable } from '../../../shared/conciliation/read-statements.ts'
import { newId } from '../../../shared/id.ts'
import { waitingContributions } from '../../../shared/queries/waiting-contributions.ts'
import { askOnce } from '../../api/live.ts'
import {
  type ChangedRecord,
  dismissedKey,
  reviewKeys,
  type StatementStore,
  statementStore,
} from '../../api/statement-store.ts'
import { alreadyMatchedBy } from './matches.ts'
import { type JobFacts, MAPPINGS, mappingKey } from './read-job.ts'
import type { ReceiptsRead } from './receipt-facts.ts'
import {
  applyDecision,
  applyDismissal,
  type DecisionChange,
  NO_DECISIONS,
  type Review,
} from './review.ts'
import { requireKey, usedLines } from './send-matches.ts'
import { prepareReader, type ReadingFiles, startReading } from './start-reading.ts'

export interface FileProgress {
  name: string
  /** null before the first. */
  rows: number | null
}

export type ConciliationPhase =
  | { name: 'opening' }
  | { name: 'empty'; problems: string[]; warnings: string[] }
  | { name: 'reading'; files: FileProgress[] }
  | { name: 'mapping'; table: UnknownTable; left: number }
  | { name: 'review'; review: Review }

/** Review and decisions are stored on this device, and all its tabs show the same. */
export function useConciliation(personId: string, account: string, owner: AccountOwner) {
  const [phase, setPhase] = useState<ConciliationPhase>({ name: 'opening' })
  const [store] = useState(() => statementStore(personId, newId()))
  const mappings = useRef<Mappings>({})
  const work = useRef<{ files: File[]; skipped: string[]; reading: ReadingFiles | null }>({
    files: [],
    skipped: [],
    reading: null,
  })
  const keys = useMemo(() => reviewKeys(account), [account])
  const decisions = useRecord(store, keys.decisions, NO_DECISIONS, applyDecision)
  const dismissed = useRecord(store, dismissedKey(account), NO_LINES, applyDismissal)
  const { load: loadDecisions } = decisions
  const { load: loadDismissed } = dismissed

  const open = useCallback(
    async (problems: string[] = [], warnings: string[] = []) => {
      const { files } = work.current
      const [review] = await Promise.all([
        store.get<Review>(keys.review),
        loadDecisions(),
        loadDismissed(),
        store.load(COLUMNS),
      ])
      // Files that were added meanwhile show their own progress.
      if (work.current.files !== files) return
      if (!review) return setPhase({ name: 'empty', problems, warnings })
      const notes = {
        problems: [...review.problems, ...problems],
        warnings: [...review.warnings, ...warnings],
      }
      setPhase({ name: 'review', review: { ...review, ...notes } })
    },
    [keys, store, loadDecisions, loadDismissed],
  )

  useEffect(() => {
    void open()
    const current = work.current
    const dropUnused = prepareReader()
    return () => {
      dropUnused()
      current.reading?.cancel()
    }
  }, [open])

  // Another tab read files, or ended the review. Files that this one reads show their own progress.
  const isReading = phase.name === 'reading' || phase.name === 'mapping'
  useEffect(
    () =>
      store.watch((changed) => {
        if (!isReading && changed?.includes(keys.review) !== false) void open()
      }),
    [keys, store, open, isReading],
  )

  async function read(): Promise<void> {
    const { files, skipped } = work.current
    const progress = new Map<string, number>()
    const show = () =>
      files.length > 0 &&
      setPhase({
        name: 'reading',
        files: files.map(({ name }) => ({ name, rows: progress.get(name) ?? null })),
      })
    show()
    try {
      const chosen = { skipped, mappings: mappings.current }
      const facts = askFacts(account)
      const job = { personId, tabId: store.tabId, account, owner, ...chosen, facts }
      const reading = startReading(job, files, (file, rows) => {
        progress.set(file, rows)
        show()
      })
      work.current.reading = reading
      const { review, tables, problems, warnings } = await reading.result
      if (work.current.files !== files) return
      work.current.reading = null
      const [table] = tables
      if (table) setPhase({ name: 'mapping', table, left: tables.length })
      else if (review) setPhase({ name: 'review', review })
      else await open(problems, warnings)
    } catch (error) {
      await open([error instanceof Error ? error.message : String(error)])
    }
  }

  function stop(): void {
    work.current.reading?.cancel()
    work.current = { files: [], skipped: [], reading: null }
  }

  return {
    phase,
    decisions: decisions.value,
    dismissed: useMemo(() => new Set(dismissed.value), [dismissed.value]),
    store,
    add(files: File[]): void {
      if (files.length === 0) return
      stop()
      work.current.files = files
      void read()
    },
    cancel(): void {
      stop()
      void open()
    },
    async takeColumns(table: UnknownTable, mapping: Mapping): Promise<void> {
      mappings.current = { ...mappings.current, [mappingKey(table.header)]: mapping }
      await store.change(COLUMNS, mappings.current)
      await read()
    },
    async skip(table: UnknownTable): Promise<void> {
      work.current.skipped = [...work.current.skipped, table.header]
      await read()
    },
    decide(change: DecisionChange): void {
      void decisions.change(change)
    },
    dismiss(ids: readonly string[], isDismissed: boolean): void {
      void dismissed.change({ ids, isDismissed })
    },
    /** Makes the proposals anew, after a match was undone or receipts were read. */
    async proposeAgain(): Promise<void> {
      if (phase.name !== 'review') return
      stop()
      await read()
    },
    async receiptsRead(): Promise<ReceiptsRead> {
      return (await store.get<ReceiptsRead>(keys.receipts)) ?? {}
    },
    async keepReceipts(receipts: ReceiptsRead): Promise<void> {
      await store.update<ReceiptsRead>(keys.receipts, (before) => ({ ...before, ...receipts }))
    },
    async finish(): Promise<void> {
      stop()
      const { files } = work.current
      setPhase({ name: 'opening' })
      await store.delete(Object.values(keys))
      // Files may have been added meanwhile, as in `open`.
      if (work.current.files === files) await open()
    },
  }
}

async function askFacts(account: string): Promise<JobFacts> {
  const [key, waiting, lines] = await Promise.all([
    requireKey(),
    askOnce(waitingContributions, { account }),
    usedLines(),
  ])
  const { matched, paid } = alreadyMatchedBy(lines)
  const live = lines.map(({ id }) => id)
  return { key, waiting, matched: [...matched], paid: Object.fromEntries(paid), live }
}

const NO_LINES: string[] = []

type Mappings = Record<string, Mapping>

const COLUMNS: ChangedRecord<Mappings, Mappings> = {
  key: MAPPINGS,
  initial: {},
  apply: (known, chosen) => ({ ...known, ...chosen }),
}

/** A change shows at once, is applied to the value that other tabs stored, and without storage lasts like the page. */
function useRecord<Value, Change>(
  store: StatementStore,
  key: string,
  initial: Value,
  apply: ChangedRecord<Value, Change>['apply'],
) {
  const record = useMemo(() => ({ key, initial, apply }), [key, initial, apply])
  const [value, setValue] = useState(initial)
  const started = useRef(0)
  const running = useRef(0)

  const load = useCallback(async () => {
    const before = started.current
    const stored = await store.load(record)
    // A change that was made meanwhile has set the value already.
    if (running.current === 0 && started.current === before) setValue(stored ?? initial)
  }, [store, record, initial])

  useEffect(
    () => store.watch((changed) => changed?.includes(key) !== false && void load()),
    [store, key, load],
  )

  async function change(made: Change): Promise<void> {
    const storing = store.change(record, made)
    setValue((before) => apply(before, made))
    started.current += 1
    running.current += 1
    const stored = await storing
    running.current -= 1
    if (running.current === 0 && stored !== undefined) setValue(stored)
  }

  return { value, change, load }
}
