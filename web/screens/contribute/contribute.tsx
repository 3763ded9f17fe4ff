import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { Blank, Failed } from '../../components/blank.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'
import { CollectionSummary } from './collection-summary.tsx'
import { ComplaintLink } from './complaint.tsx'
import styles from './contribute.module.css'
import { Contribution } from './contribution.tsx'
import { HowItGoes } from './how-it-goes.tsx'
import { SummarySkeleton } from './summary-skeleton.tsx'
import { usePublicCollection } from './use-public-collection.ts'

/** The page of the shared link: the collection, and how to take part. */
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
        <Page width="medium" className={styles.page}>
          <title>Realizar un aporte · Entre Todos</title>
          <h1 className="sr">Realizar un aporte</h1>
          <SummarySkeleton />
        </Page>
      )
    case 'missing':
      return (
        <Page>
          <title>Colecta no encontrada · Entre Todos</title>
          <Blank
            level={1}
            icon={SearchX}
            title="No se pudo encontrar la colecta solicitada."
            actions={<ButtonLink to={links.home()}>Ir al inicio</ButtonLink>}
          >
            Revisa que el enlace esté completo o pídelo otra vez a quien organiza.
          </Blank>
        </Page>
      )
    case 'failed':
      return (
        <Page>
          <title>Realizar un aporte · Entre Todos</title>
          <Failed
            level={1}
            title="No fue posible cargar los datos de la colecta."
            onRetry={state.retry}
          >
            {state.error.message}
          </Failed>
        </Page>
      )
    case 'ready': {
      const { collection } = state
      return (
        <Page width="medium" className={styles.page}>
          <title>{`${collection.title} · Entre Todos`}</title>
          <div className={styles.about}>
            <CollectionSummary collection={collection} />
            {acceptsContributions(collection) && <HowItGoes organiser={collection.organiserName} />}
          </div>
          <Contribution
            key={starts}
            collection={collection}
            onChanged={state.refresh}
            onStartOver={() => setStarts((before) => before + 1)}
          />
          {!collection.isSuspended && <ComplaintLink collectionId={collection.id} />}
        </Page>
      )
    }
  }
}
