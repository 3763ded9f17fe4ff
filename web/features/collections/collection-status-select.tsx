import { Check } from 'lucide-react'
import type { Collection, CollectionStatus } from '../../../shared/collection.ts'
import { setCollectionStatus } from '../../../shared/mutations/set-collection-status.ts'
import { mutate } from '../../api/mutate.ts'
import { COLLECTION_STATUSES, CollectionBadge } from '../../components/badge.tsx'
import { StatusSelect } from '../../components/select.tsx'
import { showToast } from '../../components/toast.tsx'
import { useChange, useExpected } from './use-change.ts'

type Props = {
  collection: Pick<Collection, 'id' | 'title' | 'status' | 'suspensionReason'>
  size?: 'md' | 'sm'
}

/** Menu that opens or closes a collection; a badge alone while the collection is suspended. */
export function CollectionStatusSelect({ collection, size = 'md' }: Props) {
  const { id, title, status, suspensionReason } = collection
  const { change } = useChange()
  const expected = useExpected<CollectionStatus>()

  const pick = (picked: CollectionStatus) =>
    change(async () => {
      await expected.during(id, status, picked, () =>
        mutate(setCollectionStatus, { id, status: picked }),
      )
      const { label } = COLLECTION_STATUSES[picked]
      showToast({ text: `Se ha actualizado el estado de tu colecta a "${label}"`, icon: Check })
    }, 'No fue posible actualizar el estado de la colecta.')

  if (suspensionReason !== null) return <CollectionBadge status={status} isSuspended />
  return (
    <StatusSelect
      label={`Estado de la colecta ${title}`}
      value={expected.of(id, status)}
      looks={COLLECTION_STATUSES}
      onPick={pick}
      size={size}
    />
  )
}
