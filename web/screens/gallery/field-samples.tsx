import { Landmark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { RECEIPT_WRONG_TYPE } from '../../../shared/receipt.ts'
import { Badge, COLLECTION_STATUSES } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox, Choice, ChoiceGroup } from '../../components/choice.tsx'
import { CopyBox, CopyLine } from '../../components/copy.tsx'
import { Field } from '../../components/field.tsx'
import { FileLine, FilePicker } from '../../components/file-picker.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { Input, Textarea } from '../../components/input.tsx'
import { MoneyInput, QuickAmounts } from '../../components/money-input.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { StatusSelect } from '../../components/select.tsx'
import { Sample } from './sample.tsx'

export function FieldSamples() {
  const [amount, setAmount] = useState('15.000')
  const [status, setStatus] = useState<'abierta' | 'cerrada'>('abierta')
  return (
    <>
      <Sample of="field, input" layout="columns">
        <Field label="Vacío" hint="Lo que conviene saber.">
          <Input placeholder="Por ejemplo: Regalo para la seño" />
        </Field>
        <Field label="Con un error" error="El formato del email no es válido.">
          <Input defaultValue="lucia@" />
        </Field>
        <Field label="Con un aviso" optional warning="El monto es menor al sugerido de $ 15.000">
          <Input defaultValue="5.000" />
        </Field>
        <Field label="Válido" good="Alias válido">
          <Input defaultValue="viaje.seno.caro" />
        </Field>
        <Field label="Solo para leer">
          <Input readOnly value="lucia@example.com" />
        </Field>
        <Field label="Un día">
          <Input type="date" defaultValue="2026-11-29" />
        </Field>
      </Sample>
      <Sample of="money-input, textarea" layout="columns">
        <Field label="Monto grande">
          <MoneyInput size="hero" value={amount} onValue={setAmount} />
        </Field>
        <Field label="Mensaje" optional>
          <Textarea placeholder="Por ejemplo: ¡Gracias por organizar!" />
        </Field>
      </Sample>
      <Sample of="choice-group, choice, checkbox" layout="columns">
        <ChoiceGroup legend="Cómo quieres aportar">
          <Choice
            name="sample-method"
            label="Transferencia"
            hint="Directo a la cuenta de Lucía, sin comisión"
            icon={Landmark}
            defaultChecked
          />
          <Choice name="sample-method" label="Otro" />
          <Choice
            name="sample-method"
            label="Mercado Pago y MODO"
            badge={<Badge>Próximamente</Badge>}
            disabled
          />
        </ChoiceGroup>
        <div className="stack gap-4">
          <Checkbox label="Enviar las fotos sin achicar" hint="Pesan más y tardan más." />
          <Checkbox label="Ya elegido" defaultChecked />
        </div>
      </Sample>
      <Sample of="file-picker, file-line" layout="columns">
        <FilePicker accept="image/png" busy={false} onPick={() => {}} />
        <FilePicker accept="image/png" busy onPick={() => {}} />
        <FilePicker
          accept="image/png"
          busy={false}
          problem={RECEIPT_WRONG_TYPE}
          onPick={() => {}}
        />
        <FileLine name="comprobante.pdf" state="43,7 kB · listo para enviar" onRemove={() => {}} />
      </Sample>
      <Sample of="status-select">
        <StatusSelect
          label="Estado de la muestra"
          value={status}
          looks={COLLECTION_STATUSES}
          onPick={setStatus}
        />
        <StatusSelect
          label="Estado chico"
          size="sm"
          value={status}
          looks={COLLECTION_STATUSES}
          onPick={setStatus}
        />
      </Sample>
      <Sample of="copy-line" layout="columns">
        <CopyLine label="Alias" value="viaje.seno.caro" copiedLabel="¡Alias copiado!" />
      </Sample>
    </>
  )
}

/** `/galeria`: a form with a summary of its problems. Its data stay on the page. */
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
