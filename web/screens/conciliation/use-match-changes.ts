import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { hideContributions } from '../../../shared/mutations/hide-contributions.ts'
import { setContributionState } from '../../../shared/mutations/set-contribution-state.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { countOf, formatCount } from '../../../shared/text.ts'
import { mutate } from '../../api/mutate.ts'
import type { StatementRecords } from '../../api/statement-store.ts'
import { showDone, showToast } from '../../components/toast.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import {
  type AlreadyMatched,
  type Chosen,
  countPaid,
  matchesOf,
} from '../../features/conciliation/matches.ts'
import { rememberPayers } from '../../features/conciliation/payers.ts'
import type { Review } from '../../features/conciliation/review.ts'
import { matchIdsOf, sendMatches, sendUndo } from '../../features/conciliation/send-matches.ts'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'

/** Lines leave `sending` this long after they were sent: by then the query shows their matches. */
const SHOWN_AS_MATCHED_MS = 5_000
const FAILED = 'No fue posible acreditar todos los aportes.'
const FAILED_TO_UNDO = 'No fue posible deshacer.'
const FAILED_TO_REJECT = 'No fue posible cambiar el estado del aporte.'

/** Returns the changes of the conciliation screen, each with a toast to undo it. */
export function useMatchChanges(store: StatementRecords, waiting: readonly WaitingRow[]) {
  const { busy, change } = useChange()
  const [sending, setSending] = useState<readonly Chosen[]>([])

  function undo(ids: readonly string[], onDone?: () => void, onFailed?: () => void): void {
    setSending([])
    void change(async () => {
      await sendUndo(ids).catch((error) => {
        onFailed?.()
        throw error
      })
      onDone?.()
      showToast({ text: 'Se deshizo: los ingresos vuelven a la lista.' })
    }, FAILED_TO_UNDO)
  }

  function announce(text: string, ids: readonly string[]): void {
    showDone(text, () => undo(ids))
  }

  /** `paid`: amounts that earlier matches pay. Throws AppError when nothing was accepted. */
  async function send(
    chosen: readonly Chosen[],
    review: Review,
    paid: AlreadyMatched['paid'],
  ): Promise<void> {
    const { added, refusals } = await sendMatches(matchesOf(chosen, review))
    const lines = new Set(added.map(({ lineId }) => lineId))
    const accepted = chosen.filter(({ line }) => lines.has(line.id))
    const paying = accepted.map(({ line }) => line)
    await rememberPayers(store, added, paying, waiting).catch(() => {})
    setSending(accepted)
    setTimeout(() => setSending((now) => (now === accepted ? [] : now)), SHOWN_AS_MATCHED_MS)
    announce(
      sentenceOf(countPaid(added, waiting, paid), refusals),
      added.map(({ id }) => id),
    )
  }

  return {
    busy,
    undo,
    /** Lines shown as matched before the query returns them, so that the rows leave at once. */
    sending,
    confirm(chosen: readonly Chosen[], review: Review, paid: AlreadyMatched['paid']): void {
      void change(async () => {
        setSending(chosen)
        await send(chosen, review, paid).catch((error) => {
          setSending([])
          throw error
        })
      }, FAILED)
    },
    /** Throws AppError: the dialog keeps what was picked and typed. */
    assign(chosen: Chosen, review: Review, paid: AlreadyMatched['paid']): Promise<void> {
      return replaceUnexpectedMessage(FAILED, () => send([chosen], review, paid))
    },
    /** Shows that a contribution was created from a line. */
    created(contributionId: string): void {
      const hide = () => mutate(hideContributions, { ids: [contributionId] })
      showDone('Aporte creado y acreditado.', () => void change(hide, FAILED_TO_UNDO))
    },
    reject({ id, state }: WaitingRow): void {
      void change(async () => {
        const matches = await matchIdsOf(id)
        await mutate(setContributionState, { id, state: 'rejected' })
        const back = () => mutate(setContributionState, { id, state, matches })
        showDone('Aporte rechazado', () => void change(back, FAILED_TO_REJECT))
      }, FAILED_TO_REJECT)
    },
  }
}

function sentenceOf(
  { whole, inPart }: ReturnType<typeof countPaid>,
  [refusal]: readonly AppError[],
): string {
  const credited = countOf(whole, 'aporte acreditado.', 'aportes acreditados.')
  const others = whole > 0 ? 'más' : inPart === 1 ? 'aporte' : 'aportes'
  return [
    ...(whole > 0 || inPart === 0 ? [credited] : []),
    ...(inPart > 0 ? [`De ${formatCount(inPart)} ${others} llegó una parte.`] : []),
    ...(refusal ? [`No todos: ${refusal.message}`] : []),
  ].join(' ')
}
