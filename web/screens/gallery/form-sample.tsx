import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyBox } from '../../components/copy.tsx'
import { Field } from '../../components/field.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { Input } from '../../components/input.tsx'
import { MoneyInput, QuickAmounts } from '../../components/money-input.tsx'
import { PasswordInput } from '../../components/password-input.tsx'

/** A form of the component gallery. Its data stay on the page. */
export function FormSample() {
  const [name, setName] = useState('')
  const [amount, setAmount] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [sent, setSent] = useState(0)
  const error = attempt > 0 && !name ? 'Por favor, ingresa tu nombre' : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (name) setSent(sent + 1)
  }

  return (
    <form noValidate onSubmit={submit}>
      <FormProblems
        form={{
          problemList: error ? [{ name: 'name', message: error }] : [],
          refusal: null,
          failures: attempt,
        }}
        isIncomplete={!name}
      />
      <Field label="Nombre" id="name" error={error} hint="Como te conocen.">
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Monto">
        <MoneyInput value={amount} onValue={setAmount} />
        <QuickAmounts
          amounts={[1_000_000, 1_500_000]}
          value={null}
          onPick={(picked) => setAmount(String(picked / 100))}
        />
      </Field>
      <Field label="Contraseña">
        <PasswordInput defaultValue="secreto" />
      </Field>
      <Button type="submit" busy={sent > 0} busyText="Guardando…">
        Registrar aporte
      </Button>
      <p>Enviado {sent} veces</p>
      <CopyBox
        label="Alias"
        value="viaje.seno.caro"
        copyLabel="Copiar alias"
        copiedLabel="¡Alias copiado!"
      />
    </form>
  )
}
