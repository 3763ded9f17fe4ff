import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as accounts from '../../../shared/api/accounts.ts'
import { hasCode } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { request } from '../../api/request.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { AS_TYPED, Input } from '../../components/input.tsx'
import { NarrowPage } from '../../components/narrow-page.tsx'
import type { Introduction } from '../../features/account/introduction.ts'
import { MailLinkButton, useMailLink } from '../../features/account/mail-link.tsx'
import { ResendEmail } from '../../features/account/resend-email.tsx'

export function ConfirmEmail() {
  const { state, use } = useMailLink(confirmEmail)

  switch (state.name) {
    case 'ready':
    case 'busy':
      return (
        <NarrowPage title="Confirma tu email" lead="Un último paso para activar tu cuenta.">
          <MailLinkButton state={state} onUse={use}>
            Confirmar mi email
          </MailLinkButton>
        </NarrowPage>
      )
    case 'used':
      return (
        <NarrowPage title="¡Email confirmado!" lead="Tu cuenta está activa. Ya puedes entrar.">
          <ButtonLink
            to={links.login()}
            state={{ email: state.answer, confirmed: true } satisfies Introduction}
            replace
            main
          >
            Iniciar sesión
          </ButtonLink>
        </NarrowPage>
      )
    case 'expired':
      return <LinkExpired />
  }
}

/** undefined when the address had already been confirmed. */
async function confirmEmail(token: string): Promise<string | undefined> {
  try {
    return (await request(accounts.confirmEmail, { input: { token } })).email
  } catch (error) {
    if (hasCode(error, 'already-confirmed')) return undefined
    throw error
  }
}

function LinkExpired() {
  const [email, setEmail] = useState('')

  return (
    <NarrowPage
      title="El enlace expiró"
      lead="El enlace de confirmación ha expirado. Solicita un nuevo enlace de confirmación."
      foot={<Link to={links.login()}>Volver al login</Link>}
    >
      <Field label="Email de tu cuenta">
        <Input
          type="email"
          name="email"
          autoComplete="email"
          {...AS_TYPED}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <ResendEmail email={email} prominent />
    </NarrowPage>
  )
}
