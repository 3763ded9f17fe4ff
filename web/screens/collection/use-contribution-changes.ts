import { Check } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import type {
  Contribution,
  ContributionState,
  ManualCorrection,
} from '../../../shared/contribution.ts'
import { newId } from '../../../shared/id.ts'
import { deleteContribution } from '../../../shared/mutations/delete-contribution.ts'
import { editContribution } from '../../../shared/mutations/edit-contribution.ts'
import { hideContributions } from '../../../shared/mutations/hide-contributions.ts'
import { matchLines } from '../../../shared/mutations/match-lines.ts'
import { restoreContribution } from '../../../shared/mutations/restore-contribution.ts'
import { setContributionState } from '../../../shared/mutations/set-contribution-state.ts'
import { showContributions } from '../../../shared/mutations/show-contributions.ts'
import { undoMatches } from '../../../shared/mutations/undo-matches.ts'
import {
  canDeleteContribution,
  canEditContribution,
  canHideContribution,
} from '../../../shared/permissions.ts'
import type { UsedLine } from '../../../shared/queries/statement-matches.ts'
import { mutate } from '../../api/mutate.ts'
import { useUser } from '../../api/session.ts'
import { DOUBLE_TAP } from '../../components/dialog.tsx'
import { showDone, showToast } from '../../components/toast.tsx'
import { useChange, useExpected } from '../../features/collections/use-change.ts'
import { matchIdsOf } from '../../features/conciliation/send-matches.ts'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'

const DONE: Record<ContributionState, string> = {
  verified: 'Aporte acreditado',
  confirmed: 'Aporte confirmado',
  pending: 'Aporte marcado como pendiente',
  rejected: 'Aporte rechazado',
}

/**
 * Returns the changes that an organiser makes to one contribution, each with a toast that undoes it, and what they may
 * do. The same object until the person, the colecta or an expected state changes, so that rows need no new render.
 */
export function useContributionChanges(collection: Collection) {
  const user = useUser()
  const { change } = useChange()
  const expected = useExpected<ContributionState>()
  const lastPress = useRef(0)
  const { creatorId } = collection

  return useMemo(() => {
    /** A row that leaves the list makes room for the next one, which the second tap must not reach. */
    function isSecondTap(): boolean {
      const before = lastPress.current
      lastPress.current = Date.now()
      return lastPress.current - before < DOUBLE_TAP.ms
    }

    /** Returns false for the second tap of a double tap, which is ignored. */
    function setState(
      { id, state: before, version, rejectionReason: reason }: Contribution,
      after: ContributionState,
      by: 'tap' | 'key' = 'tap',
    ): boolean {
      if (by === 'tap' && isSecondTap()) return false
      let matches: string[] = []
      const set = (to: ContributionState, undone?: { reason: string; matches: string[] }) =>
        mutate(setContributionState, { id, state: to, ...seen(to, version), ...undone })
      const setBack = () =>
        expected.during(id, after, before, async () => {
          if (after === 'verified') matches = await matchIdsOf(id)
          await set(before, { reason, matches })
        })
      const undo = () => void change(setBack, FAILED, id)
      const run = async () => {
        await expected.during(id, before, after, async () => {
          // It undoes these. Verifying undoes none, and must not wait.
          if (after !== 'verified') matches = await matchIdsOf(id)
          await set(after)
        })
        const text = before === 'verified' && after === 'confirmed' ? UNVERIFIED : DONE[after]
        showDone(text, undo)
      }
      void change(run, FAILED, id)
      return true
    }

    /** The contributor sees the reason of a rejection. Throws AppError: the dialog keeps what was typed. */
    async function reject({ id, state }: Contribution, reason: string): Promise<void> {
      const isReasonOnly = state === 'rejected'
      await replaceUnexpectedMessage(FAILED, () =>
        mutate(setContributionState, { id, state: 'rejected', reason, isReasonOnly }),
      )
      showToast({ text: 'Motivo guardado', icon: Check })
    }

    /** Throws AppError: the dialog keeps what was typed. */
    async function edit(
      { id }: Contribution,
      changes: ManualCorrection,
      before: ManualCorrection,
    ): Promise<void> {
      const set = (to: ManualCorrection) => mutate(editContribution, { id, changes: to })
      await replaceUnexpectedMessage(FAILED_TO_EDIT, () => set(changes))
      showDone('Aporte corregido', () => void change(() => set(before), FAILED_TO_EDIT, id))
    }

    function remove({ id }: Contribution) {
      if (isSecondTap()) return
      const restore = () => mutate(restoreContribution, { id })
      const undo = () => void change(restore, 'No fue posible recuperar el aporte.', id)
      const run = async () => {
        await mutate(deleteContribution, { id })
        showToast({ text: 'Aporte eliminado', action: { label: 'Deshacer', onPress: undo } })
      }
      void change(run, 'Error al eliminar el pago', id)
    }

    function setHidden({ id }: Contribution, isHidden: boolean) {
      if (isSecondTap()) return
      const set = (hidden: boolean) =>
        mutate(hidden ? hideContributions : showContributions, { ids: [id] })
      const undo = () => void change(() => set(!isHidden), FAILED_TO_HIDE, id)
      const run = async () => {
        await set(isHidden)
        const text = isHidden ? 'Aporte oculto' : 'El aporte vuelve a la lista'
        showDone(text, undo)
      }
      void change(run, FAILED_TO_HIDE, id)
    }

    /** The contribution gets its previous state, unless other lines cover it. */
    function undoMatch({ id, version }: Contribution, { reason, ...line }: UsedLine) {
      const again = {
        ...line,
        id: newId(),
        // `created` is for a match that also creates its contribution.
        reason: reason === 'created' ? ('by-hand' as const) : reason,
        version,
      }
      const redo = () => mutate(matchLines, { matches: [again] })
      const undo = () => void change(redo, FAILED, id)
      const run = async () => {
        await mutate(undoMatches, { ids: [line.id] })
        showDone('Acreditación deshecha', undo)
      }
      void change(run, FAILED, id)
    }

    return {
      setState,
      reject,
      edit,
      remove,
      undoMatch,
      hide: (contribution: Contribution) => setHidden(contribution, true),
      show: (contribution: Contribution) => setHidden(contribution, false),
      /** False for manual contributions, which are deleted instead. */
      canHide: (contribution: Contribution) =>
        user !== null &&
        contribution.paymentMethod !== 'Manual' &&
        canHideContribution(user, { creatorId }, contribution),
      canEdit: (contribution: Contribution) =>
        user !== null && canEditContribution(user, { creatorId }, contribution),
      canRemove: (contribution: Contribution) =>
        user !== null && canDeleteContribution(user, { creatorId }, contribution),
      asExpected(row: Contribution): Contribution {
        const state = expected.of(row.id, row.state)
        return state === row.state ? row : { ...row, state }
      },
    }
  }, [user, creatorId, change, expected])
}

/** The server refuses a verification or confirmation of a version that was corrected since (S12). */
const seen = (state: ContributionState, version: number) =>
  state === 'verified' || state === 'confirmed' ? { version } : {}

/** A provider, not the organiser, confirms its pending payments. */
export const mayBeVerified = ({ state, paymentMethod }: Contribution) =>
  state === 'confirmed' || (state === 'pending' && paymentMethod === 'Transferencia')

export type ContributionChanges = ReturnType<typeof useContributionChanges>

const UNVERIFIED = 'Ya no está acreditado'
const FAILED_TO_EDIT = 'No fue posible corregir el aporte.'
const FAILED_TO_HIDE = 'No fue posible cambiar el aporte.'
const FAILED = 'No fue posible cambiar el estado del aporte.'
