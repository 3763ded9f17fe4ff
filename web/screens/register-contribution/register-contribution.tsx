import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { addManualContribution } from '../../../shared/mutations/add-manual-contribution.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { BackLink, Page } from '../../components/page.tsx'
import { CollectionStatusSelect } from '../../features/collections/collection-status-select.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { useCorrection } from '../../features/sync/correction.ts'
import { ManualContributionForm } from './manual-contribution-form.tsx'
import styles from './register-contribution.module.css'

/** `/colecta/:id/aportar`: the organiser registers a contribution that they received in another way. */
export function RegisterContribution() {
  return (
    <OwnCollection
      noIdTitle="No se proporcionó un ID de colecta válido."
      failedTitle="No fue posible cargar los detalles de la colecta."
    >
      {(collection) => <ManualRegistration collection={collection} />}
    </OwnCollection>
  )
}

function ManualRegistration({ collection }: { collection: Collection }) {
  const [round, setRound] = useState(0)
  const refused = useCorrection(addManualContribution.name)
  const correction = round === 0 && refused?.args.collectionId === collection.id ? refused : null
  return (
    <Page title="Registrar aporte manual" width="reading">
      <BackLink to={links.collection(collection.id)}>Volver a la colecta</BackLink>
      <h1 className={styles.title}>Registrar aporte manual</h1>
      <p className={styles.collection}>{collection.title}</p>
      {acceptsContributions(collection) ? (
        <ManualContributionForm
          key={correction?.correcting ?? round}
          collection={collection}
          correction={correction}
          isAnother={round > 0}
          onAnother={() => setRound((count) => count + 1)}
        />
      ) : (
        <ReopenCollection collection={collection} />
      )}
    </Page>
  )
}

function ReopenCollection({ collection }: { collection: Collection }) {
  return (
    <EmptyState
      icon={Lock}
      level={2}
      title="Esta colecta no está aceptando contribuciones"
      actions={
        <>
          <CollectionStatusSelect collection={collection} />
          <ButtonLink to={links.collection(collection.id)}>Volver a la colecta</ButtonLink>
        </>
      }
    >
      Está <strong>{collection.status.toUpperCase()}</strong>. Ábrela para registrar aportes.
    </EmptyState>
  )
}
