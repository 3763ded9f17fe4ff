import { CloudAlert, CloudOff, Hourglass, LogIn } from 'lucide-react'
import { TOO_MANY_REQUESTS } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { Button } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import type { Waiting } from '../../reports/kept-report.ts'

interface KeptStepProps {
  collectionId: string
  organiser: string
  hasReceipt: boolean
  waiting: Waiting
  onRetry: () => void
  onClose: () => void
}

const WHEN = {
  network: 'cuando vuelva la conexión',
  turn: 'en unos minutos',
  server: 'cuando el servidor se recupere',
  'sign-in': 'cuando inicies sesión',
}

/** Confirmed, kept, and not yet on the server: nothing else is promised (R3). */
export function KeptStep(props: KeptStepProps) {
  const { collectionId, organiser, hasReceipt, waiting, onRetry, onClose } = props
  const what = hasReceipt ? ' y su comprobante salen solos' : ' sale solo'
  return (
    <Dialog
      open
      title="Guardado en este dispositivo"
      lead={`Tu aporte${what} ${WHEN[waiting.for]}. ${organiser} todavía no lo ve.`}
      onClose={onClose}
      foot={
        <>
          {waiting.for === 'sign-in' ? (
            <ButtonLink
              variant="primary"
              size="lg"
              block
              to={links.login(links.contribute(collectionId))}
            >
              Iniciar sesión
            </ButtonLink>
          ) : (
            <Button variant="primary" size="lg" block onClick={onRetry}>
              Reintentar ahora
            </Button>
          )}
          <Button variant="muted" block onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      {waiting.for === 'turn' && (
        <Note tone="warn" icon={Hourglass} role="status">
          <strong>{TOO_MANY_REQUESTS}</strong> Llegaron muchos desde tu misma conexión. Puedes
          cerrar: seguimos mientras Entre Todos esté abierto, o la próxima vez que lo abras.
        </Note>
      )}
      {waiting.for === 'network' && (
        <Note tone="warn" icon={CloudOff} role="status">
          <strong>Esperando la red.</strong> Puedes cerrar: seguimos la próxima vez que abras Entre
          Todos con conexión.
        </Note>
      )}
      {waiting.for === 'server' && (
        <Note tone="warn" icon={CloudAlert} role="status">
          <strong>{waiting.reason}</strong> Puedes cerrar: seguimos la próxima vez que abras Entre
          Todos.
        </Note>
      )}
      {waiting.for === 'sign-in' && (
        <Note tone="warn" icon={LogIn} role="status">
          <strong>{waiting.reason}</strong> Puedes cerrar y hacerlo más tarde.
        </Note>
      )}
    </Dialog>
  )
}
