import { useState } from 'react'
import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'
import { ResendEmail } from '../../features/account/resend-email.tsx'

/** The link came too late, or a newer one took its place: ask for another. */
export function LinkExpired() {
  const [email, setEmail] = useState('')

  return (
    <AccountPage
      title="El enlace expiró"
      lead="El enlace de confirmación ha expirado. Solicita un nuevo enlace de confirmación."
      foot={<Link to={links.login()}>Volver al login</Link>}
    >
      <Field label="Email de tu cuenta">
        <Input
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <ResendEmail email={email} prominent />
    </AccountPage>
  )
}
