import { links } from '../../../shared/links.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import { WAITING_REASONS } from '../../features/reports/waiting-reasons.ts'
import type { Waiting } from '../../reports/kept-report.ts'

interface WaitingStepProps {
  collectionId: string
  organiser: string
  hasReceipt: boolean
  waiting: Waiting
  /** If false, closing the page loses the report. */
  isOnDisk: boolean
  onRetry: () => void
  onBack: () => void
  onClose: () => void
}

const STAY = 'No cierres esta página: este navegador no pudo guardar tu aporte.'

const NEXT_TIME = 'Puedes cerrar: seguimos la próxima vez que abras Entre Todos.'

/** Advice to the person when the disk has the report. */
const MEANWHILE = {
  network: 'Puedes cerrar: seguimos la próxima vez que abras Entre Todos con conexión.',
  turn: 'Puedes cerrar: seguimos mientras Entre Todos esté abierto, o la próxima vez que lo abras.',
  space: NEXT_TIME,
  server: NEXT_TIME,
  'sign-in': 'Puedes cerrar y hacerlo más tarde.',
}

/** Shows a report that this device has stored and the server does not have; promises nothing else (R3). */
export function WaitingStep(props: WaitingStepProps) {
  const { collectionId, organiser, hasReceipt, waiting, isOnDisk, onRetry, onBack, onClose } = props
  const { icon, until } = WAITING_REASONS[waiting.for]
  const isTurn = waiting.for === 'turn'
  const when = isTurn ? 'en unos minutos' : until
  const what = hasReceipt ? ' y su comprobante salen solos' : ' sale solo'
  return (
    <Dialog
      title={isOnDisk ? 'Guardado en este dispositivo' : 'Tu aporte espera en esta página'}
      lead={`Tu aporte${what} ${when}. ${organiser} todavía no lo ve.`}
      onBack={onBack}
      onClose={onClose}
      foot={
        <>
          {waiting.for === 'sign-in' ? (
            <ButtonLink main to={links.login(links.contribute(collectionId))}>
              Iniciar sesión
            </ButtonLink>
          ) : (
            <Button main onClick={onRetry}>
              Reintentar ahora
            </Button>
          )}
          <Button variant="muted" block onClick={onClose}>
            {isOnDisk ? 'Cerrar' : 'Entendido'}
          </Button>
        </>
      }
    >
      <Note tone="warn" icon={icon} role="status">
        <strong>{waiting.for === 'network' ? 'Esperando la red.' : waiting.reason}</strong>{' '}
        {isTurn && 'Llegaron muchos desde tu misma conexión. '}
        {isOnDisk ? MEANWHILE[waiting.for] : STAY}
      </Note>
    </Dialog>
  )
}
