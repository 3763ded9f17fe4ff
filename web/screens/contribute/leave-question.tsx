import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'

interface LeaveQuestionProps {
  organiser: string
  /** The report while it is being sent. */
  sending: { isOnDisk: boolean } | null
  onStay: () => void
  onLeave: () => void
}

/** Asked of whoever may have transferred already: their money would arrive without a name. */
export function LeaveQuestion({ organiser, sending, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog
      open
      {...(sending ? whileSending(organiser, sending) : beforeSending(organiser))}
      onClose={onStay}
      foot={
        <>
          <Button variant="primary" size="lg" block onClick={onStay}>
            Seguir con mi aporte
          </Button>
          <Button variant="muted" block onClick={onLeave}>
            Salir
          </Button>
        </>
      }
    />
  )
}

function beforeSending(organiser: string) {
  return {
    title: '¿Salir sin registrar tu aporte?',
    lead: `Si ya transferiste, ${organiser} no lo verá hasta que lo confirmes aquí. Lo que escribiste queda guardado.`,
  }
}

function whileSending(organiser: string, { isOnDisk }: { isOnDisk: boolean }) {
  return {
    title: '¿Salir mientras se registra tu aporte?',
    lead: isOnDisk
      ? `Está guardado en este dispositivo y sale solo. ${organiser} todavía no lo ve.`
      : `No cierres esta página: este navegador no pudo guardar tu aporte. ${organiser} todavía no lo ve.`,
  }
}
