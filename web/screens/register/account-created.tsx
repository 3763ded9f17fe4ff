import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ResendEmail } from '../../features/account/resend-email.tsx'

export interface Account {
  email: string
  /** False when the confirmation did not leave: the account stands all the same. */
  mailSent: boolean
}

interface AccountCreatedProps {
  account: Account | null
  onUnderstood: (account: Account) => void
}

/** The account is there; the next step is in the person's mail. */
export function AccountCreated({ account, onUnderstood }: AccountCreatedProps) {
  if (!account) return null
  const { email, mailSent } = account
  const understood = () => onUnderstood(account)

  return (
    <Dialog
      open
      onClose={understood}
      title="¡Cuenta creada!"
      lead={
        mailSent ? (
          <>
            Te enviamos un email de confirmación a <strong>{email}</strong>. Ábrelo y confirma tu
            cuenta para iniciar sesión.
          </>
        ) : (
          <>
            Tu cuenta ya existe, pero el email de confirmación a <strong>{email}</strong> no pudo
            salir. Reenvíalo para confirmar tu cuenta.
          </>
        )
      }
      foot={
        <Button variant="primary" size="lg" block onClick={understood}>
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
