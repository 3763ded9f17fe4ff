import { Check, ListChecks, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { shortDay } from '../../../shared/dates.ts'
import { sharedLink } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { countOf, fold, formatCount, isolateName } from '../../../shared/text.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { ActionNote, Note } from '../../components/note.tsx'
import { StickyBar } from '../../components/page.tsx'
import { SearchInput } from '../../components/table-tools.tsx'
import type { AlreadyMatched } from '../../features/conciliation/matches.ts'
import type { Review, ReviewLine } from '../../features/conciliation/review.ts'
import {
  buildReviewView,
  type Candidates,
  choiceOf,
  choicesToTick,
  FULL_NAME,
  leftAfter,
  type MatchRow,
  paidByOthers,
  type ReviewView,
  type Tick,
} from '../../features/conciliation/review-view.ts'
import { groupReminder } from '../../features/conciliation/transfer-reminders.ts'
import type { useConciliation } from '../../features/conciliation/use-conciliation.ts'
import { useCutOff } from '../../features/connection/offline-note.tsx'
import { ReceiptDialog } from '../../features/receipts/receipt-dialog.tsx'
import { AssignLine, OtherOptions } from './assign-line.tsx'
import styles from './conciliation.module.css'
import { CreateContribution } from './create-contribution.tsx'
import { MissingRow, UnidentifiedRow } from './line-rows.tsx'
import { QuestionRow, SureRow } from './match-rows.tsx'
import { ReceiptsButton } from './receipts-button.tsx'
import { CollapsedLines, Section } from './section.tsx'
import type { useMatchChanges } from './use-match-changes.ts'
import { useRowKeys } from './use-row-keys.ts'

type Props = {
  review: Review
  candidates: Candidates
  waiting: readonly WaitingRow[]
  used: AlreadyMatched
  conciliation: ReturnType<typeof useConciliation>
  changes: ReturnType<typeof useMatchChanges>
  collections: readonly Pick<Collection, 'id' | 'title'>[]
}

type Asking = { about: 'other' | 'assign' | 'create'; line: ReviewLine }

/** The review of a statement: sure matches, questions, lines without a contribution, contributions without a line. */
export function ReviewList(props: Props) {
  const { review, candidates, waiting, used, conciliation, changes, collections } = props
  const { decisions, dismissed, decide, dismiss } = conciliation
  const [search, setSearch] = useState('')
  const [asking, setAsking] = useState<Asking | null>(null)
  const [receiptOf, setReceiptOf] = useState<WaitingRow | null>(null)
  const isCutOff = useCutOff()
  useRowKeys()

  const view = useMemo(
    () => buildReviewView({ review, decisions, waiting, used, dismissed, candidates }),
    [review, decisions, waiting, dismissed, used, candidates],
  )
  const found = useMemo(() => searched(view, fold(search)), [view, search])
  const none = (words: string) => (search === '' ? words : 'Nada con esas palabras.')

  const paidOf = (row: WaitingRow, line: ReviewLine) => paidByOthers(view, used, row, line)
  const leftOf = (row: WaitingRow, line: ReviewLine) => leftAfter(paidOf(row, line), row)
  const choose = (row: Tick, isTicked: boolean) =>
    decide({ choices: isTicked ? choicesToTick(row, view, used) : { [row.line.id]: null } })
  const refuse = ({ line, best, together }: MatchRow) => {
    const refused = together.length > 0 ? together : [best]
    decide({ lineId: line.id, rejected: refused.map(({ row }) => `${line.id} ${row.id}`) })
  }
  const isFullName = ({ best, together, choice }: MatchRow) =>
    choice === null && together.length === 0 && best.pair.score >= FULL_NAME
  const fullNames = view.questions.filter(isFullName)
  const tickFullNames = () => {
    const ticked = new Set<string>()
    const choices = fullNames.flatMap(({ line, best }) => {
      if (ticked.has(best.row.id)) return []
      ticked.add(best.row.id)
      return [[line.id, choiceOf(line, best, leftOf(best.row, line))] as const]
    })
    decide({ choices: Object.fromEntries(choices) })
  }
  const sureIds = new Set(view.sure.map(({ best }) => best.row.id))
  const withReceipt = waiting.filter(
    ({ id, receipt }) => receipt === 'attached' && !sureIds.has(id),
  )
  const rowAsked = asking && view.questions.find(({ line }) => line.id === asking.line.id)
  const close = () => setAsking(null)
  const { from, to } = review
  const { count } = view

  return (
    <>
      <p role="status">{headOf(view, review)}</p>
      <Notes review={review} />
      {waiting.length === 0 && count === 0 && (
        <Note>
          Todavía nadie informó un aporte. Igual puedes anotar los ingresos que encuentres.
        </Note>
      )}
      {view.changedSince > 0 && (
        <ActionNote
          icon={RefreshCw}
          text={`${view.changedSince === 1 ? 'Llegó o cambió' : 'Llegaron o cambiaron'} ${countOf(view.changedSince, 'aporte')} después de leer los archivos.`}
          actionLabel="Buscar otra vez"
          onAction={() => void conciliation.proposeAgain()}
        />
      )}
      <div data-search="">
        <SearchInput label="Buscar en la lista" value={search} onValue={setSearch} />
      </div>
      <Section
        title="Coinciden"
        items={found.sure}
        keyOf={({ line }) => line.id}
        none={none('Ningún ingreso coincide sin dudas.')}
      >
        {(row) => <SureRow row={row} onTick={(isTicked) => choose(row, isTicked)} />}
      </Section>
      <Section
        title="Para revisar"
        items={found.questions}
        keyOf={({ line }) => line.id}
        none={none('Nada para revisar.')}
        acts={
          <div className="row wrap gap-2">
            {withReceipt.length > 0 && view.questions.length + view.unidentified.length > 0 && (
              <ReceiptsButton rows={withReceipt} conciliation={conciliation} />
            )}
            {fullNames.length > 0 && (
              <Button size="sm" variant="soft" icon={ListChecks} onClick={tickFullNames}>
                Confirmar los que tienen el nombre completo ({fullNames.length})
              </Button>
            )}
          </div>
        }
      >
        {(row) => (
          <QuestionRow
            row={row}
            paidOf={(contribution) => paidOf(contribution, row.line)}
            onTick={(isTicked) => choose(row, isTicked)}
            onRefuse={() => refuse(row)}
            onOther={() => setAsking({ about: 'other', line: row.line })}
          />
        )}
      </Section>
      <Section
        title="Transferencias sin identificar"
        items={found.unidentified}
        keyOf={({ id }) => id}
        none={none('Todos los ingresos tienen su aporte.')}
        isWide
      >
        {(line) => (
          <UnidentifiedRow
            line={line}
            paidTwice={view.paidTwice.get(line.id)}
            onCreate={() => setAsking({ about: 'create', line })}
            onAssign={() => setAsking({ about: 'assign', line })}
            onDismiss={() => dismiss([line.id], true)}
          />
        )}
      </Section>
      <CollapsedLines
        title={`Mostrar ${countOf(view.dismissed.length, 'descartada')}`}
        lines={found.dismissed}
        actLabel="Volver a la lista"
        onAct={({ id }) => dismiss([id], false)}
      />
      <CollapsedLines
        title="Otros ingresos"
        lines={found.others}
        actLabel="Es de…"
        onAct={(line) => setAsking({ about: 'assign', line })}
      />
      <Section
        title="Todavía no aparecen"
        items={found.missing}
        keyOf={({ row }) => row.id}
        none={none('Están todos los aportes informados en esos días.')}
        isWide
        acts={
          from &&
          to && (
            <span className="faint small">
              Tus archivos van del {shortDay(from)} al {shortDay(to)}
            </span>
          )
        }
        foot={view.missing.some(isAbsent) && <GroupReminders view={view} review={review} />}
      >
        {({ row, came }) => (
          <MissingRow
            row={row}
            came={came}
            onReceipt={() => setReceiptOf(row)}
            onReject={() => changes.reject(row)}
          />
        )}
      </Section>
      <StickyBar className={styles.bar}>
        <div className={styles.confirm}>
          <Button
            main
            icon={Check}
            disabled={count === 0}
            busy={changes.busy}
            busyText="Acreditando…"
            onClick={() => changes.confirm(view.chosen, review, used.paid)}
          >
            {count === 0
              ? 'Nada para confirmar'
              : `Confirmar ${countOf(count, 'aporte')} (${formatMoney(view.sum)})`}
          </Button>
        </div>
        {isCutOff && count > 0 && <p className="muted small">Se enviarán cuando haya conexión.</p>}
      </StickyBar>
      {asking?.about === 'other' && rowAsked && (
        <OtherOptions
          row={rowAsked}
          paidOf={(row) => paidOf(row, rowAsked.line)}
          onPick={(option) => {
            choose({ line: rowAsked.line, best: option, together: [] }, true)
            close()
          }}
          onSearch={() => setAsking({ about: 'assign', line: asking.line })}
          onClose={close}
        />
      )}
      {asking?.about === 'assign' && (
        <AssignLine
          line={asking.line}
          waiting={waiting}
          leftOf={(row) => leftOf(row, asking.line)}
          onPick={async (choice) => {
            await changes.assign({ line: asking.line, choice }, review, used.paid)
            close()
          }}
          onClose={close}
        />
      )}
      {asking?.about === 'create' && (
        <CreateContribution
          line={asking.line}
          collections={collections}
          onCreated={(contributionId) => {
            close()
            changes.created(contributionId)
          }}
          onClose={close}
        />
      )}
      {receiptOf && (
        <ReceiptDialog
          contributionId={receiptOf.id}
          lead={`De ${isolateName(receiptOf.contributorName)}, ${formatMoney(receiptOf.amount)}.`}
          repeated={false}
          onClose={() => setReceiptOf(null)}
        />
      )}
    </>
  )
}

function headOf(view: ReviewView, { known }: Review): string {
  const { sure, questions, unidentified, dismissed } = view
  const count = sure.length + questions.length + unidentified.length + dismissed.length
  const parts = [
    countOf(sure.length, 'coincide', 'coinciden'),
    `${formatCount(questions.length)} para revisar`,
    `${formatCount(unidentified.length)} sin identificar`,
    ...(dismissed.length > 0 ? [countOf(dismissed.length, 'descartado')] : []),
  ]
  const before = known > 0 ? ` ${countOf(known, 'ya estaba', 'ya estaban')}.` : ''
  return `${countOf(count, 'ingreso')}: ${parts.join(', ')}.${before}`
}

function searched(view: ReviewView, words: string): ReviewView {
  if (words === '') return view
  const has = (...texts: string[]) => texts.some((text) => fold(text).includes(words))
  const isLine = (line: ReviewLine) => line.words.includes(words)
  const isRow = ({ line, options }: MatchRow) =>
    isLine(line) || has(...options().map(({ row }) => row.contributorName))
  return {
    ...view,
    sure: view.sure.filter(isRow),
    questions: view.questions.filter(isRow),
    unidentified: view.unidentified.filter(isLine),
    dismissed: view.dismissed.filter(isLine),
    others: view.others.filter(isLine),
    missing: view.missing.filter(({ row }) => has(row.contributorName, formatMoney(row.amount))),
  }
}

export function Notes({ review }: { review: Pick<Review, 'problems' | 'warnings'> }) {
  const notes = [...new Set([...review.problems, ...review.warnings])]
  if (notes.length === 0) return null
  return (
    <Note tone={review.problems.length > 0 ? 'warn' : 'info'} role="status">
      <ul className="stack gap-2">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Note>
  )
}

const isAbsent = ({ came }: ReviewView['missing'][number]) => came === 0

/** A reminder for the group of each colecta, which names no contributor. */
function GroupReminders({ view, review }: { view: ReviewView; review: Review }) {
  const { from, to } = review
  const absent = view.missing.filter(isAbsent)
  const groups = new Map(absent.map(({ row }) => [row.collectionId, row]))
  if (!from || !to) return null
  return [...groups.values()].map(({ collectionId, collectionTitle, collectionVerified }) => (
    <CopyButton
      key={collectionId}
      variant="soft"
      text={groupReminder({
        title: collectionTitle,
        seen: collectionVerified,
        missing: absent.filter(({ row }) => row.collectionId === collectionId).length,
        from,
        to,
        link: sharedLink(window.location.origin, collectionId),
      })}
      label={
        groups.size === 1
          ? 'Copiar recordatorio para todos'
          : `Copiar recordatorio para «${collectionTitle}»`
      }
      copiedLabel="¡Recordatorio copiado!"
    />
  ))
}
