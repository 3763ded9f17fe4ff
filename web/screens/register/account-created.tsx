import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ResendEmail } from '../../features/account/resend-email.tsx'

interface AccountCreatedProps {
  email: string
  onUnderstood: () => void
}

/** The account is there; the next step is in the person's mail. */
export function AccountCreated({ email, onUnderstood }: AccountCreatedProps) {
  return (
    <Dialog
      open
      onClose={onUnderstood}
      title="¡Cuenta creada!"
      lead={
        <>
          Te enviamos un email de confirmación a <strong>{email}</strong>. Ábrelo y confirma tu
          cuenta para iniciar sesión.
        </>
      }
      foot={
        <Button variant="primary" size="lg" block onClick={onUnderstood}>
          Entendido
        </Button>
      }
    >
      <p className="small muted">
        ¿No lo ves? Mira en el correo no deseado o pide que lo reenviemos.
      </p>
      <ResendEmail email={email} />
    </Dialog>
  )
}
