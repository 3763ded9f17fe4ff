import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import * as accounts from '../../../shared/api/accounts.ts'
import { AppError, type ErrorCode, hasCode } from '../../../shared/errors.ts'
import { links, safeReturnTo } from '../../../shared/links.ts'
import { type Credentials, credentials } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { signIn } from '../../api/account.ts'
import { request } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Field } from '../../components/field.tsx'
import { NarrowPage } from '../../components/narrow-page.tsx'
import { Note } from '../../components/note.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { AccountForm } from '../../features/account/account-form.tsx'
import {
  type AccountPageState,
  accountPageStateOf,
} from '../../features/account/account-page-state.ts'
import { EmailField } from '../../features/account/email-field.tsx'
import styles from '../../features/account/form.module.css'
import { GoogleButton, GoogleProblem } from '../../features/account/google-sign-in.tsx'
import { ResendEmail } from '../../features/account/resend-email.tsx'
import { firstCollection, pageAfterSignIn } from '../../features/collections/first-collection.ts'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'
import { typedInto } from '../../forms/typed-into.ts'
import { useForm } from '../../forms/use-form.ts'

/** `/login`: signs in (A1), then returns to the page that the person came from, or to the dashboard. */
export function Login() {
  const session = useSession()
  const [query] = useSearchParams()
  const { email, confirmed } = accountPageStateOf(useLocation().state)
  const isHydrated = useHydrated()
  const returnTo = safeReturnTo(query.get('returnTo'))

  const waiting = isHydrated ? firstCollection() : null

  if (session.name === 'signed-in')
    return <Navigate to={returnTo ?? pageAfterSignIn(session.user)} replace />
  return (
    <NarrowPage
      title="Iniciar sesión"
      foot={
        <>
          ¿Todavía no tienes cuenta? <Link to={links.register()}>Crear cuenta</Link>
        </>
      }
    >
      {returnTo === links.newCollection() && (
        <Note>
          <p>Debes iniciar sesión para crear una colecta</p>
          {waiting?.isReady && <p>«{waiting.title}» queda guardada, y se crea apenas entres.</p>}
        </Note>
      )}
      {isHydrated && confirmed && (
        <Note tone="ok" role="status">
          ¡Listo! Tu email está confirmado. Ya puedes iniciar sesión.
        </Note>
      )}
      <LoginForm knownEmail={email} errorCode={query.get('error')} />
      <GoogleButton returnTo={returnTo ?? undefined} />
    </NarrowPage>
  )
}

function LoginForm({ knownEmail = '', errorCode }: LoginFormProps) {
  const isHydrated = useHydrated()
  const form = useForm({
    // The server renders this page without the navigation state of the router.
    initial: { email: isHydrated ? knownEmail : '', password: '' },
    check: (values) => check(credentials, values),
    send: (typed) =>
      replaceUnexpectedMessage('Error al iniciar sesión', () => signInOrExplain(typed)),
  })
  const hasFailed = form.failures > 0
  const element = useRef<HTMLFormElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is here already is taken up once
  useLayoutEffect(() => {
    const email = element.current?.elements.namedItem('email')
    // Never fills in a field that has the focus.
    const prefilled = email === document.activeElement ? {} : { email: knownEmail }
    form.change({ ...prefilled, ...typedInto(element.current, form.values) })
  }, [])

  const remedies: Partial<Record<ErrorCode, ReactNode>> = {
    'email-unconfirmed': <ResendEmail email={form.values.email} />,
    'email-unknown': <ButtonLink to={links.register()}>Crear cuenta</ButtonLink>,
  }
  return (
    <AccountForm
      ref={element}
      form={form}
      isHydrated={isHydrated}
      submitLabel="Iniciar sesión"
      busyText="Iniciando sesión…"
      remedy={form.refusal && remedies[form.refusal.code]}
    >
      {errorCode === 'email_expired' && !hasFailed && (
        <ErrorSummary title="El enlace de confirmación ha expirado. Solicita un nuevo enlace de confirmación.">
          <ResendEmail email={form.values.email} />
        </ErrorSummary>
      )}
      {!hasFailed && <GoogleProblem by={errorCode} title="Error al iniciar sesión con Google" />}
      <EmailField form={form} autoComplete="username" />
      <Field label="Contraseña" {...form.field('password')}>
        <PasswordInput {...form.control('password')} autoComplete="current-password" />
      </Field>
      <Link
        to={links.forgotPassword()}
        state={{ email: form.values.email } satisfies AccountPageState}
        className={styles.forgot}
      >
        ¿Olvidaste tu contraseña?
      </Link>
    </AccountForm>
  )
}

interface LoginFormProps {
  knownEmail: AccountPageState['email']
  /** Errors of other pages, by the code in the query string. */
  errorCode: string | null
}

/**
 * The server's response is the same whether the account exists or not. A second, rate-limited request asks for it:
 * without an account the address is probably mistyped.
 */
async function signInOrExplain(typed: Credentials): Promise<void> {
  try {
    await signIn(typed)
  } catch (error) {
    const isWrong = hasCode(error, 'wrong-credentials')
    if (!isWrong || (await emailExists(typed.email))) throw error
    throw new AppError(
      'email-unknown',
      'No existe una cuenta con este email. Regístrate para crear una cuenta.',
    )
  }
}

/** Returns true without a response, so that only the server's message is shown. */
async function emailExists(email: string): Promise<boolean> {
  const asked = request(accounts.emailExists, { input: { email } })
  const { exists } = await asked.catch(() => ({ exists: true }))
  return exists
}
