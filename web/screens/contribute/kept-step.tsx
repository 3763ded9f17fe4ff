import { CloudOff, Hourglass } from 'lucide-react'
import { TOO_MANY_REQUESTS } from '../../../shared/errors.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'

interface KeptStepProps {
  organiser: string
  hasReceipt: boolean
  waitsFor: 'network' | 'turn'
  onRetry: () => void
  onClose: () => void
}

/** Confirmed, kept, and not yet on the server: nothing else is promised (R3). */
export function KeptStep({ organiser, hasReceipt, waitsFor, onRetry, onClose }: KeptStepProps) {
  const isTurn = waitsFor === 'turn'
  const when = isTurn ? 'en unos minutos' : 'cuando vuelva la conexión'
  return (
    <Dialog
      open
      title="Guardado en este dispositivo"
      lead={`Tu aporte${hasReceipt ? ' y su comprobante salen solos' : ' sale solo'} ${when}. ${organiser} todavía no lo ve.`}
      onClose={onClose}
      foot={
        <>
          <Button variant="primary" size="lg" block onClick={onRetry}>
            Reintentar ahora
          </Button>
          <Button variant="muted" block onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      {isTurn ? (
        <Note tone="warn" icon={Hourglass} role="status">
          <strong>{TOO_MANY_REQUESTS}</strong> Llegaron muchos desde tu misma conexión. Puedes
          cerrar: seguimos mientras Entre Todos esté abierto, o la próxima vez que lo abras.
        </Note>
      ) : (
        <Note tone="warn" icon={CloudOff} role="status">
          <strong>Esperando la red.</strong> Puedes cerrar: seguimos la próxima vez que abras Entre
          Todos con conexión.
        </Note>
      )}
    </Dialog>
  )
}
