import { SearchX } from 'lucide-react'
import { useLocation, useParams } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import type { OwnReport as Report } from '../../../shared/own-report.ts'
import { ContributionBadge } from '../../components/badge.tsx'
import { Blank, Failed } from '../../components/blank.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Facts } from '../../components/facts.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { Page } from '../../components/page.tsx'
import styles from './own-report.module.css'
import { Removal } from './removal.tsx'
import { useOwnReport } from './use-own-report.ts'

/** Where the link of a guest's thanks page leads: what they sent, and the way to have it removed. */
export function OwnReport() {
  const { id = '' } = useParams()
  const key = useLocation().hash.slice(1)
  const { state, askForRemoval } = useOwnReport({ id, key })

  return (
    <Page width="reading" className={styles.page}>
      <title>Tu aporte · Entre Todos</title>
      {state.name === 'loading' && (
        <>
          <h1>Tu aporte</h1>
          <Card paperOnPhone>
            <Skeleton rows={6} label="Cargando tu aporte" />
          </Card>
        </>
      )}
      {state.name === 'failed' && (
        <Failed level={1} title="No pudimos cargar tu aporte" onRetry={state.retry}>
          {state.error.message}
        </Failed>
      )}
      {state.name === 'missing' && (
        <Blank
          level={1}
          icon={SearchX}
          title="No encontramos ese aporte"
          actions={<ButtonLink to={links.home()}>Ir al inicio</ButtonLink>}
        >
          Puede que ya se haya borrado, o que el enlace no esté completo.
        </Blank>
      )}
      {state.name === 'ready' && (
        <>
          <h1>Tu aporte</h1>
          {!state.report.isRemoved && <Sent report={state.report} />}
          <Removal report={state.report} onAsk={askForRemoval} />
        </>
      )}
    </Page>
  )
}

function Sent({ report }: { report: Report }) {
  return (
    <Card paperOnPhone className={styles.card} aria-labelledby="sent">
      <CardHead title="Lo que enviaste" id="sent" />
      <Facts
        facts={[
          { label: 'Colecta', value: report.collectionTitle },
          { label: 'Organiza', value: report.organiserName },
          { label: 'Monto', value: <Money amount={report.amount} /> },
          { label: 'Fecha', value: <Moment iso={report.paymentDate} /> },
          { label: 'Estado', value: <ContributionBadge state={report.state} /> },
          { label: 'Nombre', value: report.contributorName },
          { label: 'Email', value: report.contributorEmail ?? 'Sin email' },
          { label: 'Mensaje', value: report.message || 'Sin mensaje' },
          { label: 'Comprobante', value: report.receiptName ?? 'Sin comprobante' },
        ]}
      />
      <CopyButton
        text={window.location.href}
        label="Copiar el enlace a esta página"
        copiedLabel="¡Enlace copiado!"
      />
    </Card>
  )
}
