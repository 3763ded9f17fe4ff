import { MailCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import * as accounts from '../../../shared/api/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import { emailAddress } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import styles from './resend-email.module.css'

type Resending =
  | { name: 'idle' }
  | { name: 'busy' }
  | { name: 'sent' }
  | { name: 'failed'; message: string }

export function ResendEmail({ email, prominent = false }: { email: string; prominent?: boolean }) {
  const [state, setState] = useState<Resending>({ name: 'idle' })
  const asking = useRef(false)

  async function resend() {
    if (asking.current) return
    asking.current = true
    setState({ name: 'busy' })
    setState(await askToResend(email))
    asking.current = false
  }

  return (
    <div className={styles.resend}>
      <Button
        variant={prominent ? 'primary' : 'secondary'}
        size={prominent ? 'lg' : 'md'}
        block={prominent}
        icon={RotateCw}
        busy={state.name === 'busy'}
        busyText="Reenviando…"
        onClick={() => void resend()}
      >
        Reenviar email
      </Button>
      <div role="status">
        {state.name === 'sent' && (
          <p className={styles.sent}>
            <Icon of={MailCheck} size={16} />
            ¡Email reenviado exitosamente! Revisa tu bandeja de entrada.
          </p>
        )}
        {state.name === 'failed' && (
          <p className={styles.failed}>
            <Icon of={TriangleAlert} size={16} />
            {state.message}
          </p>
        )}
      </div>
    </div>
  )
}

async function askToResend(email: string): Promise<Resending> {
  const checked = check(emailAddress('Por favor ingresa tu email primero.'), email)
  if (!checked.ok) {
    return { name: 'failed', message: Object.values(checked.problems)[0] ?? RESEND_FAILED }
  }
  try {
    await request(accounts.resendConfirmation, { input: { email: checked.value } })
    return { name: 'sent' }
  } catch (error) {
    const tooMany = error instanceof AppError && error.code === 'too-many-requests'
    return { name: 'failed', message: tooMany ? error.message : RESEND_FAILED }
  }
}

const RESEND_FAILED = 'Error al reenviar el email. Intenta nuevamente.'
