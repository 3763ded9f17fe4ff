import { type NewPerson, newPerson, type PersonChanges } from '../../../shared/people/person.ts'
import { check } from '../../../shared/validation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { AS_TYPED, Input } from '../../components/input.tsx'
import { FormProblems } from '../../features/account/form-problems.tsx'
import { useForm } from '../../forms/use-form.ts'

type Props = {
  person: NewPerson
  /** With the fields that change. */
  onSave: (changes: PersonChanges) => void
  onClose: () => void
}

export function EditPerson({ person, onSave, onClose }: Props) {
  const { name, email, phone } = person
  const form = useForm({
    initial: { name, email: email ?? '', phone: phone ?? '' },
    check: ({ name, email, phone }) =>
      check(newPerson, { name, email: filled(email), phone: filled(phone) }),
    async send(values) {
      const changed = FIELDS.filter((field) => values[field] !== person[field])
      onClose()
      if (changed.length > 0) {
        onSave(Object.fromEntries(changed.map((field) => [field, values[field]])))
      }
    },
  })
  const { problems, control } = form

  return (
    <Dialog
      title="Editar persona"
      onClose={onClose}
      foot={
        <Button main onClick={() => void form.submit()}>
          Guardar cambios
        </Button>
      }
    >
      <FormProblems form={form} />
      <Field label="Nombre" id="name" error={problems.name}>
        <Input {...control('name')} autoComplete="off" />
      </Field>
      <Field label="Email" id="email" optional error={problems.email}>
        <Input
          {...control('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          {...AS_TYPED}
        />
      </Field>
      <Field label="Teléfono" id="phone" optional error={problems.phone}>
        <Input {...control('phone')} type="tel" inputMode="tel" autoComplete="off" />
      </Field>
    </Dialog>
  )
}

const FIELDS = ['name', 'email', 'phone'] as const

const filled = (text: string) => (text.trim() === '' ? null : text)
