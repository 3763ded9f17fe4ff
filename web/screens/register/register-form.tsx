import * as accounts from '../../../shared/api/accounts.ts'
import { type Registration, registration } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { measure } from '../../api/measure.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import { EmailField } from '../../features/account/email-field.tsx'
import { FormProblems } from '../../features/account/form-problems.tsx'
import { GoogleProblem } from '../../features/account/google-problem.tsx'
import { checkPair, PasswordPair } from '../../features/account/password-pair.tsx'
import { toldAs } from '../../features/account/told-as.ts'
import { useForm } from '../../forms/use-form.ts'
import styles from './register-form.module.css'

const EMPTY = { firstName: '', lastName: '', email: '', password: '', repeatedPassword: '' }

interface RegisterFormProps {
  onCreated: (email: string) => void
  /** What went wrong elsewhere, by its name in the address. */
  broughtBy: string | null
}

export function RegisterForm({ onCreated, broughtBy }: RegisterFormProps) {
  const form = useForm({
    initial: EMPTY,
    draft: 'register',
    secret: ['password', 'repeatedPassword'],
    check: (values) => checkPair(values, check(registration, values)),
    async send(person: Registration) {
      await toldAs('Error al crear la cuenta', () => request(accounts.register, { input: person }))
      measure({ name: 'conversion', kind: 'registration' })
      onCreated(person.email)
    },
  })

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {form.failures === 0 && (
        <GoogleProblem
          by={broughtBy}
          title="Error al registrarse con Google. Intenta nuevamente."
        />
      )}
      <FormProblems form={form} />
      <div className={styles.pair}>
        <Field label="Nombre" id="firstName" error={form.problems.firstName}>
          <Input {...form.control('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Apellido" id="lastName" error={form.problems.lastName}>
          <Input {...form.control('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <EmailField form={form} autoComplete="email" />
      <PasswordPair form={form} label="Contraseña" />
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
