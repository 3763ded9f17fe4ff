import { type NewPerson, newPerson, type PersonChanges } from '../../../shared/people/person.ts'
import { personKey } from '../../../shared/people/read-people.ts'
import { check } from '../../../shared/validation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { AS_TYPED, Input } from '../../components/input.tsx'
import { FormProblems } from '../../features/account/form-problems.tsx'
import { useForm } from '../../forms/use-form.ts'

type Props = {
  person: NewPerson
  /** Everybody on the list. */
  known: readonly NewPerson[]
  /** With the fields that change. */
  onSave: (changes: PersonChanges) => void
  onClose: () => void
}

export function EditPerson({ person, known, onSave, onClose }: Props) {
  const { name, email, phone } = person
  const form = useForm({
    initial: { name, email: email ?? '', phone: phone ?? '' },
    check({ name, email, phone }) {
      const checked = check(newPerson, { name, email: filled(email), phone: filled(phone) })
      return checked.ok && isRepeated(checked.value, person, known)
        ? { ok: false as const, problems: { name: REPEATED } }
        : checked
    },
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

const REPEATED =
  'Ya está en la lista. Si son personas distintas, agrega el segundo nombre, el email o el teléfono.'

/** As in adding people. Two that were equal before may stay so. */
function isRepeated(edited: NewPerson, before: NewPerson, known: readonly NewPerson[]): boolean {
  const key = personKey(edited)
  return key !== personKey(before) && known.some((other) => personKey(other) === key)
}

const filled = (text: string) => (text.trim() === '' ? null : text)
