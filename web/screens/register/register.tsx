import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import * as accounts from '../../../shared/api/accounts.ts'
import { links } from '../../../shared/links.ts'
import { type Registration, registration } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { measure } from '../../api/measure.ts'
import { request } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { NarrowPage } from '../../components/narrow-page.tsx'
import { Note } from '../../components/note.tsx'
import { AccountForm } from '../../features/account/account-form.tsx'
import type { AccountPageState } from '../../features/account/account-page-state.ts'
import { EmailField } from '../../features/account/email-field.tsx'
import styles from '../../features/account/form.module.css'
import { GoogleButton, GoogleProblem } from '../../features/account/google-sign-in.tsx'
import { checkPair, PasswordPair } from '../../features/account/password-pair.tsx'
import { ResendEmail } from '../../features/account/resend-email.tsx'
import {
  firstCollection,
  pageAfterSignIn,
  reserveFor,
} from '../../features/collections/first-collection.ts'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'
import { useForm } from '../../forms/use-form.ts'

/** `/register`: creates an account, whose address must be confirmed before the first sign-in (A3). */
export function Register() {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [created, setCreated] = useState<string | null>(null)

  const waiting = firstCollection()
  const returnTo = waiting?.isReady ? links.newCollection() : undefined

  if (session.name === 'signed-in') return <Navigate to={pageAfterSignIn(session.user)} replace />
  return (
    <NarrowPage
      title="Crear cuenta"
      lead="Para abrir tus colectas y ver llegar cada aporte."
      foot={
        <>
          ¿Ya tienes cuenta? <Link to={links.login(returnTo)}>Iniciar sesión</Link>
        </>
      }
    >
      {waiting?.isReady && (
        <Note>«{waiting.title}» queda guardada, y se crea apenas confirmes tu cuenta.</Note>
      )}
      <RegisterForm onCreated={setCreated} errorCode={query.get('error')} />
      <GoogleButton from="register" returnTo={returnTo} />
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
              state: { email: created } satisfies AccountPageState,
            })
          }
        />
      )}
    </NarrowPage>
  )
}

const EMPTY = { firstName: '', lastName: '', email: '', password: '', repeatedPassword: '' }

interface RegisterFormProps {
  onCreated: (email: string) => void
  errorCode: string | null
}

function RegisterForm({ onCreated, errorCode }: RegisterFormProps) {
  const form = useForm({
    initial: EMPTY,
    draft: 'register',
    secret: ['password', 'repeatedPassword'],
    check: (values) => checkPair(values, check(registration, values)),
    async send(person: Registration) {
      await replaceUnexpectedMessage('Error al crear la cuenta', () =>
        request(accounts.register, { input: person }),
      )
      reserveFor(person.email)
      measure({ name: 'conversion', kind: 'registration' })
      onCreated(person.email)
    },
  })

  return (
    <AccountForm form={form} submitLabel="Crear cuenta" busyText="Creando cuenta…">
      {form.failures === 0 && (
        <GoogleProblem
          by={errorCode}
          title="Error al registrarse con Google. Intenta nuevamente."
        />
      )}
      <div className={styles.pair}>
        <Field label="Nombre" {...form.field('firstName')}>
          <Input {...form.control('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Apellido" {...form.field('lastName')}>
          <Input {...form.control('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <EmailField form={form} autoComplete="email" />
      <PasswordPair form={form} label="Contraseña" />
    </AccountForm>
  )
}

function AccountCreated({ email, onUnderstood }: { email: string; onUnderstood: () => void }) {
  return (
    <Dialog
      onClose={onUnderstood}
      title="¡Cuenta creada!"
      lead={
        <>
          Te enviamos un email de confirmación a <strong>{email}</strong>. Ábrelo y confirma tu
          cuenta para iniciar sesión.
        </>
      }
      foot={
        <Button main onClick={onUnderstood}>
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
