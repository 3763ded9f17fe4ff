import { ChangeLine } from './change-line.tsx'
import { SyncSection } from './sync-section.tsx'
import type { SyncChange } from './sync-view.ts'
import styles from './waiting-changes.module.css'

/** A long evening without network fills more than anybody reads. */
const SHOWN = 50

/** What goes to the server by itself, in the order it was done (S7). */
export function WaitingChanges({ changes }: { changes: SyncChange[] }) {
  if (changes.length === 0) return null
  const more = changes.length - SHOWN
  return (
    <SyncSection
      title={
        changes.length === 1
          ? '1 cambio por enviar'
          : `${changes.length.toLocaleString('es-AR')} cambios por enviar`
      }
    >
      <ul>
        {changes.slice(0, SHOWN).map((change) => (
          <li key={change.id} className={styles.change}>
            <ChangeLine change={change} tone="mute" />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>Y {more.toLocaleString('es-AR')} más.</p>}
    </SyncSection>
  )
}
