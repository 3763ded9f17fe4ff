import { useState } from 'react'
import { getRemovalRequests } from '../../../shared/api/own-reports.ts'
import type { Collection } from '../../../shared/collection.ts'
import { formatMoment } from '../../../shared/dates.ts'
import { hideContributions } from '../../../shared/mutations/hide-contributions.ts'
import { showContributions } from '../../../shared/mutations/show-contributions.ts'
import { mutate } from '../../api/mutate.ts'
import { request } from '../../api/request.ts'
import { useFresh } from '../../api/use-request.ts'
import { Button } from '../../components/button.tsx'
import { Money } from '../../components/money.tsx'
import { Note } from '../../components/note.tsx'
import { showDone } from '../../components/toast.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import styles from './collection.module.css'

/** Guests who asked that their report be deleted. Renders nothing without requests or without a network. */
export function RemovalRequests({ collection }: { collection: Collection }) {
  const asked = useFresh(() => request(getRemovalRequests, { params: { id: collection.id } }))
  const { removed, remove } = useRemoval()
  const requests = asked.name === 'ready' ? asked.answer.requests : []
  const waiting = requests.filter(({ contributionId }) => !removed.has(contributionId))

  return waiting.map(({ contributionId, contributorName, amount, paymentDate }) => (
    <Note key={contributionId}>
      <span className={styles.removal}>
        <span>
          <strong>{contributorName}</strong> pidió que borres su aporte de <Money amount={amount} />{' '}
          del {formatMoment(paymentDate).day}.
        </span>
        <Button
          size="sm"
          variant="danger-quiet"
          edge="start"
          onClick={() => remove(contributionId)}
        >
          Borrar aporte
        </Button>
      </span>
    </Note>
  ))
}

/** Hides a contribution, with a toast that undoes it. The server deletes the contribution a day later. */
function useRemoval() {
  const { change } = useChange()
  /** Includes those that the server has not confirmed yet. */
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())

  function remove(id: string) {
    const undo = () =>
      void change(
        async () => {
          await mutate(showContributions, { ids: [id] })
          setRemoved((before) => new Set([...before].filter((one) => one !== id)))
        },
        'No fue posible recuperar el aporte.',
        id,
      )
    const hide = async () => {
      await mutate(hideContributions, { ids: [id] })
      setRemoved((before) => new Set([...before, id]))
      showDone('Aporte borrado', undo)
    }
    void change(hide, 'No fue posible borrar el aporte.', id)
  }

  return { removed, remove }
}
