import { MIN_PASSWORD_LENGTH, type Registration, registration } from '../../../shared/user.ts'
import { type Checked, check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { FormProblems } from '../../features/account/form-problems.tsx'
import { toldAs } from '../../features/account/told-as.ts'
import { useForm } from '../../forms/use-form.ts'
import type { Account } from './account-created.tsx'
import styles from './register-form.module.css'

const EMPTY = { firstName: '', lastName: '', email: '', password: '', repeatedPassword: '' }

/** The five fields of specification 5. */
export function RegisterForm({ onCreated }: { onCreated: (account: Account) => void }) {
  const form = useForm({
    initial: EMPTY,
    draft: 'register',
    secret: ['password', 'repeatedPassword'],
    check: checkRegistration,
    async send(person: Registration) {
      const { mailSent } = await toldAs('Error al crear la cuenta', () =>
        request<{ mailSent: boolean }>('POST', '/api/register', person),
      )
      onCreated({ email: person.email, mailSent })
    },
  })

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormProblems form={form} />
      <div className={styles.pair}>
        <Field label="Nombre" id="firstName" error={form.problems.firstName}>
          <Input {...form.control('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Apellido" id="lastName" error={form.problems.lastName}>
          <Input {...form.control('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Email" id="email" error={form.problems.email}>
        <Input
          {...form.control('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Contraseña"
        id="password"
        hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres. Una frase larga también sirve.`}
        error={form.problems.password}
      >
        <PasswordInput {...form.control('password')} autoComplete="new-password" />
      </Field>
      <Field
        label="Confirmar contraseña"
        id="repeatedPassword"
        error={form.problems.repeatedPassword}
      >
        <PasswordInput {...form.control('repeatedPassword')} autoComplete="new-password" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.busy}
        busyText="Creando cuenta…"
      >
        Crear cuenta
      </Button>
    </form>
  )
}

function checkRegistration(values: typeof EMPTY): Checked<Registration> {
  const checked = check(registration, values)
  if (values.password === values.repeatedPassword) return checked
  const others = checked.ok ? {} : checked.problems
  return { ok: false, problems: { ...others, repeatedPassword: 'Las contraseñas no coinciden' } }
}
