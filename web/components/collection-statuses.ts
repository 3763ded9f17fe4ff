import { Lock } from 'lucide-react'
import type { CollectionStatus } from '../../shared/collection.ts'
import type { StatusLooks } from './status-pick.tsx'

/** The two states of a collection as they look, for CollectionBadge and StatusPick. */
export const COLLECTION_STATUSES: StatusLooks<CollectionStatus> = {
  abierta: { label: 'Abierta', tone: 'ok', icon: 'dot' },
  cerrada: { label: 'Cerrada', tone: 'mute', icon: Lock },
}
