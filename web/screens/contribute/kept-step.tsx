import { CloudOff } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'

interface KeptStepProps {
  organiser: string
  hasReceipt: boolean
  onRetry: () => void
  onClose: () => void
}

/** Confirmed without a network: kept, and not yet on the server. Nothing else is promised (R3). */
export function KeptStep({ organiser, hasReceipt, onRetry, onClose }: KeptStepProps) {
  return (
    <Dialog
      open
      title="Guardado en este dispositivo"
      lead={`Tu aporte${hasReceipt ? ' y su comprobante salen solos' : ' sale solo'} cuando vuelva la conexión. ${organiser} todavía no lo ve.`}
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
      <Note tone="warn" icon={CloudOff} role="status">
        <strong>Esperando la red.</strong> Puedes cerrar: seguimos la próxima vez que abras Entre
        Todos con conexión.
      </Note>
    </Dialog>
  )
}
