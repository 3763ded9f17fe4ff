import { formatCount } from '../../shared/text.ts'
import { ConfirmDialog } from '../components/dialog.tsx'

interface UnsentQuestionProps {
  count: number
  onLeave: () => void
  onStay: () => void
}

/** Signing out deletes everything, also unsent changes (S10). */
export function UnsentQuestion({ count, onLeave, onStay }: UnsentQuestionProps) {
  const what = count === 1 ? 'un cambio' : `${formatCount(count)} cambios`
  return (
    <ConfirmDialog
      open
      title="¿Cerrar sesión sin enviar?"
      danger
      confirmLabel="Cerrar sesión igual"
      cancelLabel="Seguir aquí"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      Hay {what} que el servidor todavía no recibió. Si cierras sesión en este dispositivo,{' '}
      {count === 1 ? 'se pierde' : 'se pierden'}.
    </ConfirmDialog>
  )
}
