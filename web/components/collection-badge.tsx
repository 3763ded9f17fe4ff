import type { CollectionStatus } from '../../shared/collection.ts'
import { Badge } from './badge.tsx'
import { COLLECTION_STATUSES } from './collection-statuses.ts'

/** Open or closed: "Abierta" green, "Cerrada" gray. */
export function CollectionBadge({ status }: { status: CollectionStatus }) {
  const { tone, icon, label } = COLLECTION_STATUSES[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
