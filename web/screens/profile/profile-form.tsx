import { useState } from 'react'
import { links } from '../../../shared/links.ts'
import { updateProfile } from '../../../shared/mutations/update-profile.ts'
import type { Profile } from '../../../shared/queries/profile.ts'
import { profileInput } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { showName } from '../../api/account.ts'
import { mutate } from '../../api/mutate.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { Input } from '../../components/input.tsx'
import { useRedirect } from '../../components/narrow-page.tsx'
import { Note } from '../../components/note.tsx'
import formStyles from '../../features/account/form.module.css'
import { AccountField } from '../../features/collections/account-field.tsx'
import type { ChangeToCorrect } from '../../features/sync/correction.ts'
import { dropDraft } from '../../forms/draft.ts'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'
import { useForm } from '../../forms/use-form.ts'
import styles from './profile.module.css'

type Props = {
  profile: Profile
  correction: ChangeToCorrect | null
}

/** The form of name and default account, also to correct a refused change (S9). */
export function ProfileForm({ profile, correction }: Props) {
  const draft = correction?.draft ?? `profile:${profile.id}`
  const [saved, setSaved] = useState(false)
  const form = useForm({
    initial: {
      firstName: textOf(correction?.args.firstName) ?? profile.firstName,
      lastName: textOf(correction?.args.lastName) ?? profile.lastName,
      defaultBankAccount:
        textOf(correction?.args.defaultBankAccount) ?? profile.defaultBankAccount ?? '',
    },
    draft,
    check: (values) =>
      check(profileInput, {
        ...values,
        defaultBankAccount: values.defaultBankAccount.trim() || null,
      }),
    async send(changed) {
      await replaceUnexpectedMessage('Error al actualizar el perfil', () =>
        mutate(updateProfile, changed, { correcting: correction?.correcting }),
      )
      setSaved(true)
      const { firstName, lastName } = changed
      showName(profile.id, { firstName, lastName })
    },
  })

  return (
    <form className="stack gap-5" onSubmit={form.submit} noValidate>
      <FormProblems form={form} />
      <div className={formStyles.pair}>
        <Field label="Nombre" {...form.field('firstName')}>
          <Input {...form.control('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Apellido" {...form.field('lastName')}>
          <Input {...form.control('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Field label="Email" hint="Con él inicias sesión. Se cambia abajo, en Seguridad.">
        <Input type="email" value={profile.email} readOnly />
      </Field>
      <AccountField
        label="CBU, CVU o alias por defecto"
        optional
        hint="Tus nuevas colectas empiezan con esta cuenta."
        {...form.field('defaultBankAccount')}
        control={form.control('defaultBankAccount')}
      />
      {saved ? (
        <Saved />
      ) : (
        <div className={styles.actions}>
          <Button type="submit" variant="primary" size="lg" busy={form.busy} busyText="Guardando…">
            Guardar cambios
          </Button>
          <ButtonLink
            to={links.dashboard()}
            variant="muted"
            size="lg"
            onClick={() => dropDraft(draft)}
          >
            Cancelar
          </ButtonLink>
        </div>
      )}
    </form>
  )
}

/** Redirects to the dashboard, and has a link for people in a hurry. */
function Saved() {
  useRedirect(links.dashboard(), { replace: false })

  return (
    <div className={styles.saved}>
      <Note tone="ok" role="status">
        Perfil actualizado exitosamente
      </Note>
      <ButtonLink to={links.dashboard()} size="lg">
        Ir al dashboard
      </ButtonLink>
    </div>
  )
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
