import { MailCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as accounts from '../../../shared/api/accounts.ts'
import { AppError, hasCode } from '../../../shared/errors.ts'
import { emailAddress } from '../../../shared/user.ts'
import { parse } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../components/button.tsx'
import { FieldLine } from '../../components/field.tsx'

/** Sends the e-mail with the confirmation link again (A3). */
export function ResendEmail({ email, prominent = false }: { email: string; prominent?: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { busy, failure, run } = useAction()

  async function resend() {
    setSentTo(null)
    await askToResend(email)
    setSentTo(email)
  }

  return (
    <div className="stack at-start gap-2">
      <Button
        main={prominent}
        icon={RotateCw}
        busy={busy}
        busyText="Reenviando…"
        onClick={() => run(resend)}
      >
        Reenviar email
      </Button>
      <div role="status">
        {sentTo === email && (
          <FieldLine
            tone="ok"
            icon={MailCheck}
            text="¡Email reenviado exitosamente! Revisa tu bandeja de entrada."
          />
        )}
        {failure && <FieldLine tone="bad" icon={TriangleAlert} text={failure} />}
      </div>
    </div>
  )
}

async function askToResend(typed: string): Promise<void> {
  const email = parse(emailAddress('Por favor ingresa tu email primero.'), typed)
  try {
    await request(accounts.resendConfirmation, { input: { email } })
  } catch (cause) {
    if (hasCode(cause, 'too-many-requests')) throw cause
    throw new AppError('internal', RESEND_FAILED, { cause })
  }
}

const RESEND_FAILED = 'Error al reenviar el email. Intenta nuevamente.'
