import { CloudAlert, CloudOff, Hourglass, LogIn } from 'lucide-react'
import { TOO_MANY_REQUESTS } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import type { Waiting } from '../../reports/kept-report.ts'

interface WaitingStepProps {
  collectionId: string
  organiser: string
  hasReceipt: boolean
  waiting: Waiting
  /** false: closing the page loses it. */
  isOnDisk: boolean
  onRetry: () => void
  onClose: () => void
}

const STAY = 'No cierres esta página: este navegador no pudo guardar tu aporte.'

const WHEN = {
  network: 'cuando vuelva la conexión',
  turn: 'en unos minutos',
  space: 'en cuanto haya lugar',
  server: 'cuando el servidor se recupere',
  'sign-in': 'cuando inicies sesión',
}

/** Confirmed and stored here, but not on the server: nothing else is promised (R3). */
export function WaitingStep(props: WaitingStepProps) {
  const { collectionId, organiser, hasReceipt, waiting, isOnDisk, onRetry, onClose } = props
  const what = hasReceipt ? ' y su comprobante salen solos' : ' sale solo'
  return (
    <Dialog
      title={isOnDisk ? 'Guardado en este dispositivo' : 'Tu aporte espera en esta página'}
      lead={`Tu aporte${what} ${WHEN[waiting.for]}. ${organiser} todavía no lo ve.`}
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
      {waiting.for === 'turn' && (
        <Note tone="warn" icon={Hourglass} role="status">
          <strong>{TOO_MANY_REQUESTS}</strong> Llegaron muchos desde tu misma conexión.{' '}
          {isOnDisk
            ? 'Puedes cerrar: seguimos mientras Entre Todos esté abierto, o la próxima vez que lo abras.'
            : STAY}
        </Note>
      )}
      {waiting.for === 'network' && (
        <Note tone="warn" icon={CloudOff} role="status">
          <strong>Esperando la red.</strong>{' '}
          {isOnDisk
            ? 'Puedes cerrar: seguimos la próxima vez que abras Entre Todos con conexión.'
            : STAY}
        </Note>
      )}
      {(waiting.for === 'server' || waiting.for === 'space') && (
        <Note tone="warn" icon={CloudAlert} role="status">
          <strong>{waiting.reason}</strong>{' '}
          {isOnDisk ? 'Puedes cerrar: seguimos la próxima vez que abras Entre Todos.' : STAY}
        </Note>
      )}
      {waiting.for === 'sign-in' && (
        <Note tone="warn" icon={LogIn} role="status">
          <strong>{waiting.reason}</strong> {isOnDisk ? 'Puedes cerrar y hacerlo más tarde.' : STAY}
        </Note>
      )}
    </Dialog>
  )
}
