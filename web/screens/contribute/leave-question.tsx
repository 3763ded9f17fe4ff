import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'

interface LeaveQuestionProps {
  organiser: string
  onStay: () => void
  onLeave: () => void
}

/** Asked of whoever may have transferred already: their money would arrive without a name. */
export function LeaveQuestion({ organiser, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog
      open
      title="¿Salir sin registrar tu aporte?"
      lead={`Si ya transferiste, ${organiser} no lo verá hasta que lo confirmes aquí. Lo que escribiste queda guardado.`}
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
