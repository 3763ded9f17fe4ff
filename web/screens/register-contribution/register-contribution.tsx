import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { isId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { addManualContribution } from '../../../shared/mutations/add-manual-contribution.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { collection } from '../../../shared/queries/collection.ts'
import { useQuery } from '../../api/use-query.ts'
import { BackLink } from '../../components/back-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { CollectionFailed } from '../../features/collections/collection-failed.tsx'
import { CollectionMissing } from '../../features/collections/collection-missing.tsx'
import { useCorrection } from '../../features/sync/use-correction.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { ContributionForm } from './contribution-form.tsx'
import styles from './register-contribution.module.css'

/** `/colecta/:id/aportar`: an organiser writes down what came by other ways. */
export function RegisterContribution() {
  const { id = '' } = useParams()
  if (!isId(id.toLowerCase())) {
    return <CollectionMissing title="No se proporcionó un ID de colecta válido." />
  }
  return <Found key={id} id={id} />
}

function Found({ id }: { id: string }) {
  const found = useQuery(collection, { id })
  switch (found.name) {
    case 'loading':
      return <Loading />
    case 'failed':
      return (
        <CollectionFailed {...found} title="No fue posible cargar los detalles de la colecta." />
      )
    case 'ready':
      if (!found.answer) return <CollectionMissing title="No se encontró la colecta" />
      return <Register collection={found.answer} />
  }
}

function Register({ collection }: { collection: Collection }) {
  const [round, setRound] = useState(0)
  const refused = useCorrection(addManualContribution.name)
  const correction = round === 0 && refused?.args.collectionId === collection.id ? refused : null
  return (
    <Page width="reading">
      <title>Registrar aporte manual · Entre Todos</title>
      <BackLink to={links.collection(collection.id)}>Volver a la colecta</BackLink>
      <h1 className={styles.title}>Registrar aporte manual</h1>
      <p className={styles.collection}>{collection.title}</p>
      {acceptsContributions(collection) ? (
        <ContributionForm
          key={correction?.correcting ?? round}
          collection={collection}
          correction={correction}
          isAnother={round > 0}
          onAnother={() => setRound((count) => count + 1)}
        />
      ) : (
        <ClosedNotice collection={collection} />
      )}
    </Page>
  )
}
