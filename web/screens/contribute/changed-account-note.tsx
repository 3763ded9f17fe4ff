import type { PublicCollection } from '../../../shared/collection.ts'
import { Note } from '../../components/note.tsx'

type Props = { collection: PublicCollection; children: string }

/** Warns people who may have copied, or paid to, the account that the organiser replaced meanwhile. */
export function ChangedAccountNote({ collection, children }: Props) {
  return (
    <Note tone="warn" role="status">
      <strong>{collection.organiserName} cambió la cuenta.</strong> {children}
    </Note>
  )
}
