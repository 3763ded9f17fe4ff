import { type NewPerson, newPerson, type PersonChanges } from '../../../shared/people/person.ts'
import { personKey } from '../../../shared/people/read-people.ts'
import type { ListedPerson } from '../../../shared/queries/people.ts'
import { check } from '../../../shared/validation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { EmailInput, Input } from '../../components/input.tsx'
import { changedFields, nullIfBlank } from '../../forms/field-values.ts'
import { useForm } from '../../forms/use-form.ts'

type Props = {
  person: ListedPerson
  /** Everybody on the list. */
  known: readonly NewPerson[]
  /** Called with the changed fields; not called without changes. Throws AppError. */
  onSave: (changes: PersonChanges) => Promise<void>
  onClose: () => void
}

/** Dialog that edits a person of the list. */
export function EditPerson({ person, known, onSave, onClose }: Props) {
  const { name, email, phone } = person
  const form = useForm({
    draft: `edit-person:${person.id}`,
    draftsChanges: true,
    initial: { name, email: email ?? '', phone: phone ?? '' },
    check({ name, email, phone }) {
      const checked = check(newPerson, {
        name,
        email: nullIfBlank(email),
        phone: nullIfBlank(phone),
      })
      return checked.ok && isRepeated(checked.value, person, known)
        ? { ok: false as const, problems: { name: REPEATED } }
        : checked
    },
    async send(values) {
      const changes = changedFields(values, person)
      if (Object.keys(changes).length > 0) await onSave(changes)
      onClose()
    },
  })
  const { field, control } = form

  return (
    <Dialog
      title="Editar persona"
      onClose={() => form.cancel(onClose)}
      foot={
        <Button main busy={form.busy} busyText="Guardando…" onClick={() => void form.submit()}>
          Guardar cambios
        </Button>
      }
    >
      <FormProblems form={form} />
      <Field label="Nombre" {...field('name')}>
        <Input {...control('name')} autoComplete="off" />
      </Field>
      <Field label="Email" optional {...field('email')}>
        <EmailInput {...control('email')} autoComplete="off" />
      </Field>
      <Field label="Teléfono" optional {...field('phone')}>
        <Input {...control('phone')} type="tel" inputMode="tel" autoComplete="off" />
      </Field>
    </Dialog>
  )
}

const REPEATED =
  'Ya está en la lista. Si son personas distintas, agrega el segundo nombre, el email o el teléfono.'

/** Returns true if the edit gives the person the key of another one. People who had the same key before may keep it. */
function isRepeated(edited: NewPerson, before: NewPerson, known: readonly NewPerson[]): boolean {
  const key = personKey(edited)
  return key !== personKey(before) && known.some((other) => personKey(other) === key)
}
