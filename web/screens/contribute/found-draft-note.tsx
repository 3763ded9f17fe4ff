import { ActionNote } from '../../components/note.tsx'

/** A draft that may belong to another person. */
export interface FoundDraft {
  name: string
  startOver(): void
}

/**
 * Shows that a draft was found, and offers to delete it. On a shared device the next person must not go on under the
 * name of the one before.
 */
export function FoundDraftNote({ name, startOver }: FoundDraft) {
  return (
    <ActionNote
      text={
        <>
          Recuperamos lo que {name ? <strong>{name}</strong> : 'alguien'} dejó a medias en este
          dispositivo.
        </>
      }
      actionLabel="No soy yo, borrar"
      onAction={startOver}
    />
  )
}
