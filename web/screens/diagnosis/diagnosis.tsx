import { Check, Cloud, CloudAlert, RefreshCw, X } from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { formatCount } from '../../../shared/text.ts'
import type { Fault } from '../../api/faults.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Facts } from '../../components/facts.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { Note } from '../../components/note.tsx'
import { BackLink, Page } from '../../components/page.tsx'
import styles from './diagnosis.module.css'
import { diagnosisText } from './diagnosis-text.ts'
import { SizesCard } from './sizes-card.tsx'
import { SqlConsole } from './sql-console.tsx'
import { QueueCard, SyncCard } from './sync-card.tsx'
import {
  type DeviceDiagnosis,
  featuresOfBrowser,
  programOfPage,
  useDiagnosis,
} from './use-diagnosis.ts'

/** `/perfil/diagnostico`: the state of this device's replica, as a text to copy and a console for SQL. */
export function Diagnosis() {
  const diagnosis = useDiagnosis()
  const { state, replica, error, storage, faults } = diagnosis
  const isOpening = state?.replica !== 'none' && !replica && !error

  return (
    <Page title="Diagnóstico" width="medium">
      <BackLink to={links.profile()}>Perfil</BackLink>
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>Diagnóstico</h1>
          <p className={styles.lead}>
            Para encontrar una falla de la sincronización. Todo esto está en tu dispositivo. Lo que
            copias no lleva nombres, emails, montos, motivos, mensajes ni cuentas.
          </p>
        </div>
        <div className="wrap gap-3 fill">
          <CopyButton
            variant="primary"
            text={diagnosisText(diagnosis, new Date())}
            label="Copiar diagnóstico"
            copiedLabel="¡Diagnóstico copiado!"
          />
          <Button icon={RefreshCw} onClick={diagnosis.reload}>
            Actualizar
          </Button>
        </div>
      </div>
      {isOpening ? (
        <Card>
          <Skeleton rows={12} label="Cargando la copia de este dispositivo" />
        </Card>
      ) : (
        <>
          <ReplicaNote {...diagnosis} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <SyncCard state={state} cursor={replica?.cursor ?? null} />
              <QueueCard changes={state?.changes ?? []} />
              <FaultsCard faults={faults} />
            </div>
            <div className={styles.column}>
              <SizesCard replica={replica} changes={state?.changes ?? []} storage={storage} />
              <BrowserCard />
            </div>
          </div>
          <SqlConsole state={state} />
        </>
      )}
    </Page>
  )
}

function ReplicaNote({ state, error, reload }: DeviceDiagnosis) {
  if (state?.replica === 'none') {
    return (
      <Note icon={Cloud} role="status">
        <strong>Este dispositivo no guarda una copia.</strong> Responde el servidor: no hay tablas
        ni consultas.
      </Note>
    )
  }
  if (error) {
    return (
      <Note tone="warn" icon={CloudAlert} role="alert">
        <span className="row wrap spread gap-3">
          <span>
            <strong>La copia no respondió.</strong> {error.message} Tus cambios están a salvo.
          </span>
          <Button size="sm" icon={RefreshCw} onClick={reload}>
            Reintentar
          </Button>
        </span>
      </Note>
    )
  }
  return null
}

/** Lists the recent faults of the worker and of this page, newest first. */
function FaultsCard({ faults }: { faults: readonly Fault[] }) {
  return (
    <Card className="stack gap-3" title="Últimas fallas">
      {faults.length === 0 ? (
        <p className="faint small">Ninguna desde que abriste Entre Todos.</p>
      ) : (
        <ul className="stack gap-3">
          {faults.map(({ at, message, times }) => (
            <li key={`${at} ${message}`} className={styles.fault}>
              <span className={styles.faultWhen}>
                <Moment iso={at} />
                {times > 1 && <Badge>{`${formatCount(times)} veces`}</Badge>}
              </span>
              <code lang="en" className={styles.code}>
                {message}
              </code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function BrowserCard() {
  const features = Object.entries(featuresOfBrowser())
  return (
    <Card className="stack gap-3" title="Este navegador">
      <ul className={styles.features}>
        {features.map(([name, isThere]) => (
          <li key={name}>
            <Badge tone={isThere ? 'ok' : 'bad'} icon={isThere ? Check : X}>
              {isThere ? name : `Falta ${name}`}
            </Badge>
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          {
            label: 'Programa',
            value: <span className={styles.code}>{programOfPage()}</span>,
          },
        ]}
      />
    </Card>
  )
}
