import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { useSession } from '../../api/session.ts'
import { AccountPage } from '../../features/account/account-page.tsx'
import { GoogleButton } from '../../features/account/google-button.tsx'
import type { Introduction } from '../../features/account/introduction.ts'
import { AccountCreated } from './account-created.tsx'
import { RegisterForm } from './register-form.tsx'

/** Opens an account; its e-mail is confirmed before the first sign-in (A3). */
export function Register() {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [created, setCreated] = useState<string | null>(null)

  if (session.name === 'signed-in') return <Navigate to={links.dashboard()} replace />
  return (
    <AccountPage
      title="Crear cuenta"
      lead="Para abrir tus colectas y ver llegar cada aporte."
      foot={
        <>
          ¿Ya tienes cuenta? <Link to={links.login()}>Iniciar sesión</Link>
        </>
      }
    >
      <RegisterForm onCreated={setCreated} broughtBy={query.get('error')} />
      <GoogleButton from="register" />
      <p className="small muted">
        Al crear tu cuenta aceptas los <Link to={links.terms()}>términos y condiciones</Link> y la{' '}
        <Link to={links.privacy()}>política de privacidad</Link>.
      </p>
      {created && (
        <AccountCreated
          email={created}
          onUnderstood={() =>
            navigate(links.login(), {
              replace: true,
              state: { email: created } satisfies Introduction,
            })
          }
        />
      )}
    </AccountPage>
  )
}
