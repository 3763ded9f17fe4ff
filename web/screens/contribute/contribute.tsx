import { Flag, SearchX } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { getCollection } from '../../../shared/api/start.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { hasCode } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { usePageData } from '../../api/page-data.ts'
import { request } from '../../api/request.ts'
import { useFresh } from '../../api/use-request.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { IconTile } from '../../components/icon.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { Note } from '../../components/note.tsx'
import { Page } from '../../components/page.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { CollectionSummary } from './collection-summary.tsx'
import styles from './contribute.module.css'
import { ContributionSteps } from './contribution-steps.tsx'

/** `/contribuir/:id` and, signed in, `/colecta/:id/contribute`: the contribution page. Works without a replica. */
export function Contribute() {
  const { id = '' } = useParams()
  return <CollectionById key={id} id={id} />
}

function CollectionById({ id }: { id: string }) {
  const state = usePublicCollection(id)
  const [starts, setStarts] = useState(0)

  switch (state.name) {
    case 'loading':
      return (
        <Page title="Realizar un aporte" width="medium" className={styles.page}>
          <h1 className="sr">Realizar un aporte</h1>
          <SummarySkeleton />
        </Page>
      )
    case 'failed':
      return (
        <Page title="Realizar un aporte">
          <Failed level={1} title="No fue posible cargar los datos de la colecta." {...state} />
        </Page>
      )
    case 'ready': {
      const { answer: collection } = state
      if (!collection) return <PublicCollectionNotFound />
      return (
        <Page title={collection.title} width="medium" className={styles.page}>
          <div className={styles.side}>
            <div className={styles.about}>
              <CollectionSummary collection={collection} />
              {acceptsContributions(collection) && (
                <HowItGoes organiser={collection.organiserName} />
              )}
            </div>
          </div>
          <ContributionSteps
            key={starts}
            collection={collection}
            onChanged={() => void state.reload()}
            onStartOver={() => setStarts((before) => before + 1)}
          />
          <ComplaintLink collection={collection} />
        </Page>
      )
    }
  }
}

function PublicCollectionNotFound() {
  return (
    <Page title="Colecta no encontrada">
      <EmptyState
        level={1}
        icon={SearchX}
        title="No se pudo encontrar la colecta solicitada."
        actions={<ButtonLink to={links.home()}>Ir al inicio</ButtonLink>}
      >
        Revisa que el enlace esté completo o pídelo otra vez a quien organiza.
      </EmptyState>
    </Page>
  )
}

function SummarySkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Cargando colecta">
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
    </div>
  )
}

function HowItGoes({ organiser }: { organiser: string }) {
  const steps = [
    {
      title: 'Transfiere desde tu banco o billetera',
      text: 'Te mostramos la cuenta para copiar.',
    },
    { title: 'Agrega el comprobante', text: 'Una foto o un PDF. Es opcional.' },
    { title: 'Listo', text: `${organiser} lo ve al instante.` },
  ]
  return (
    <ol className={styles.howItGoes}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className={styles.howStep}>
          <IconTile size="sm">{index + 1}</IconTile>
          <div>
            <div className="ink strong">{title}</div>
            {text}
          </div>
        </li>
      ))}
    </ol>
  )
}

// Loaded when it is opened: few people need it.
const ComplaintDialog = lazyExtra(
  () => import('./complaint-dialog.tsx').then((module) => module.ComplaintDialog),
  ComplaintNotLoaded,
  'dialog',
)

function ComplaintLink({ collection: { id, isSuspended } }: { collection: PublicCollection }) {
  const [presses, setPresses] = useState(0)
  const isOpen = presses > 0
  const isHydrated = useHydrated()
  // A dialog in which somebody types stays open.
  if (isSuspended && !isOpen) return null
  return (
    <div className={styles.complaint}>
      <Button
        variant="muted"
        size="sm"
        icon={Flag}
        disabled={!isHydrated}
        onClick={() => setPresses((count) => count + 1)}
      >
        Denunciar esta colecta
      </Button>
      {isOpen && (
        <Suspense>
          {/* By its key, a further press loads the code again if that failed. */}
          <ComplaintDialog key={presses} collectionId={id} onClose={() => setPresses(0)} />
        </Suspense>
      )}
    </div>
  )
}

function ComplaintNotLoaded() {
  return (
    <Note tone="warn" role="status">
      No pudimos abrir la denuncia. Revisa tu conexión e intenta nuevamente.
    </Note>
  )
}

/** Returns the collection as rendered with the page, and loads it again when the page becomes visible; null if none. */
function usePublicCollection(id: string) {
  const written = usePageData()?.collection
  const initial = written?.id === id.toLowerCase() ? written : undefined
  const known = useFresh(() => askFor(id), { initial })
  const { reload } = known

  useEffect(() => {
    const reloadIfSeen = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    document.addEventListener('visibilitychange', reloadIfSeen)
    return () => document.removeEventListener('visibilitychange', reloadIfSeen)
  }, [reload])

  return known
}

async function askFor(id: string): Promise<PublicCollection | null> {
  try {
    return await request(getCollection, { params: { id } })
  } catch (error) {
    if (hasCode(error, 'not-found')) return null
    throw error
  }
}
