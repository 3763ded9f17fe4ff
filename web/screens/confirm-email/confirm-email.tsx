import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { hasCode } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { confirmEmail as confirmAndSignIn } from '../../api/account.ts'
import { useUser } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { EmailInput } from '../../components/input.tsx'
import { NarrowPage, useRedirect } from '../../components/narrow-page.tsx'
import { Note } from '../../components/note.tsx'
import type { AccountPageState } from '../../features/account/account-page-state.ts'
import { MailLinkButton, useMailLink } from '../../features/account/mail-link.tsx'
import { ResendEmail } from '../../features/account/resend-email.tsx'
import { claim, firstCollection } from '../../features/collections/first-collection.ts'

/** `/confirmar#token`: confirms the address of a new account (A3). */
export function ConfirmEmail() {
  const { state, use } = useMailLink(confirmEmail)

  switch (state.name) {
    case 'ready':
    case 'busy':
      return (
        <NarrowPage title="Confirma tu email" lead="Un último paso para activar tu cuenta.">
          <OtherPerson />
          <MailLinkButton state={state} onUse={use}>
            Confirmar mi email
          </MailLinkButton>
        </NarrowPage>
      )
    case 'used':
      return <Outcome of={state.answer} />
    case 'expired':
      return <LinkExpired />
  }
}

const CONFIRMED = '¡Email confirmado!'

type Confirmed = { email: string; isFirst: boolean } | null | 'confirmed-before'

/**
 * Confirms the address and signs in. `isFirst`: this tab then creates the colecta that was stored for this address. A
 * colecta stored for another one stays: the link may come from a person who wants it in an account of theirs.
 */
async function confirmEmail(token: string): Promise<Confirmed> {
  try {
    let isFirst = false
    const user = await confirmAndSignIn(token, (user) => {
      isFirst = firstCollection()?.email === user.email && claim(user)
    })
    return user && { email: user.email, isFirst }
  } catch (error) {
    if (hasCode(error, 'already-confirmed')) return 'confirmed-before'
    throw error
  }
}

function Outcome({ of: confirmed }: { of: Confirmed }) {
  if (confirmed === null) return <OtherStays />
  if (confirmed !== 'confirmed-before') {
    if (confirmed.isFirst) return <Navigate to={links.newCollection()} replace />
    return <SignedIn email={confirmed.email} />
  }
  return (
    <NarrowPage title={CONFIRMED} lead="Tu cuenta está activa. Ya puedes entrar.">
      <ButtonLink
        to={links.login()}
        state={{ confirmed: true } satisfies AccountPageState}
        replace
        main
      >
        Iniciar sesión
      </ButtonLink>
    </NarrowPage>
  )
}

/** Names the person who is signed in in this browser: confirming does not sign them out (A3). */
function OtherPerson() {
  const user = useUser()
  return user && <Note>En este navegador está abierta la cuenta de {user.email}.</Note>
}

function SignedIn({ email }: { email: string }) {
  useRedirect(links.dashboard())
  return (
    <NarrowPage title={CONFIRMED} lead="Tu cuenta está activa.">
      <Note tone="ok" role="status">
        Entraste como {email}. Redirigiendo al dashboard...
      </Note>
      <ButtonLink to={links.dashboard()} replace main variant="secondary">
        Continuar ahora
      </ButtonLink>
    </NarrowPage>
  )
}

function OtherStays() {
  const user = useUser()
  return (
    <NarrowPage title={CONFIRMED} lead="La cuenta nueva está activa.">
      {user && (
        <Note role="status">
          Sigues en la cuenta de {user.email}. Para entrar en la nueva, cierra sesión primero.
        </Note>
      )}
      <ButtonLink to={links.dashboard()} replace main variant="secondary">
        Ir al dashboard
      </ButtonLink>
    </NarrowPage>
  )
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
        <EmailInput
          name="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <ResendEmail email={email} prominent />
    </NarrowPage>
  )
}
