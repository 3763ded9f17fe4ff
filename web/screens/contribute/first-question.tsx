import { links } from '../../../shared/links.ts'
import { Button } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import type { FirstQuestion as Question } from './ask-first.ts'

interface FirstQuestionProps {
  question: NonNullable<Question>
  collectionId: string
  email: string
  onContinue: () => void
  onCancel: () => void
}

/** A known e-mail, or an earlier contribution (specification 4, flow 1 and 2). */
export function FirstQuestion(props: FirstQuestionProps) {
  const { question, collectionId, email, onContinue, onCancel } = props
  if (question === 'existing') {
    return (
      <ConfirmDialog
        open
        title="Pago existente"
        confirmLabel="Continuar"
        onConfirm={onContinue}
        onCancel={onCancel}
      >
        Ya hay un aporte registrado con {email} en esta colecta. Si continúas, se sumará otro.
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      open
      title="Ya tienes una cuenta"
      lead={`${email} está registrado. Inicia sesión para que este aporte quede en tu cuenta; lo que escribiste queda guardado.`}
      onClose={onCancel}
      foot={
        <>
          <ButtonLink
            variant="primary"
            size="lg"
            block
            to={links.login(links.contribute(collectionId))}
          >
            Iniciar sesión
          </ButtonLink>
          <Button variant="muted" block onClick={onCancel}>
            Usar otro email
          </Button>
        </>
      }
    />
  )
}
