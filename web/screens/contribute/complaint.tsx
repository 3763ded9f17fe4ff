import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { Note } from '../../components/note.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import styles from './contribute.module.css'

// Few need it: the page does without until then.
const ComplaintDialog = lazyExtra(
  () => import('./complaint-dialog.tsx'),
  'ComplaintDialog',
  NotLoaded,
)

/** The way to tell the administrators of a colecta that looks wrong. */
export function ComplaintLink({ collectionId }: { collectionId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.complaint}>
      <Button
        variant="muted"
        size="sm"
        icon={Flag}
        disabled={!useHydrated()}
        onClick={() => setOpen(true)}
      >
        Denunciar esta colecta
      </Button>
      {isOpen && (
        <Suspense>
          <ComplaintDialog collectionId={collectionId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function NotLoaded() {
  return (
    <Note tone="warn" role="status">
      No pudimos abrir la denuncia. Revisa tu conexión y recarga la página.
    </Note>
  )
}
