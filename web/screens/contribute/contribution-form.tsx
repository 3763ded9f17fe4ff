import { ArrowRight, CreditCard, Landmark, Smartphone } from 'lucide-react'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { CheckoutMethod } from '../../../shared/contribution.ts'
import { type Centavos, formatAmount, formatMoney, MAX_AMOUNT } from '../../../shared/money.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Choice, ChoiceGroup } from '../../components/choice.tsx'
import { Field } from '../../components/field.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { EmailInput, Input, Textarea } from '../../components/input.tsx'
import { belowSuggested, MoneyInput, QuickAmounts } from '../../components/money-input.tsx'
import { Note } from '../../components/note.tsx'
import { StickyBar } from '../../components/page.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import styles from './contribute.module.css'
import { type FoundDraft, FoundDraftNote } from './found-draft-note.tsx'
import { type ReportForm, TRANSFER } from './use-report.ts'

interface ContributionFormProps {
  collection: PublicCollection
  form: ReportForm
  found: FoundDraft | null
  onTouched: () => void
}

/** The form of a guest's report: amount, name and e-mail. */
export function ContributionForm({ collection, form, found, onTouched }: ContributionFormProps) {
  const { organiserName: organiser, suggestedAmount } = collection
  const { amount, field, lockedEmail } = form
  const isHydrated = useHydrated()

  return (
    <Card paperOnPhone aria-labelledby="form-title">
      <form
        ref={form.element}
        className={styles.form}
        onSubmit={form.submit}
        onFocus={onTouched}
        noValidate
        // Text typed before hydration survives a reload (server/http/program-start.ts).
        data-early={isHydrated ? undefined : ''}
      >
        <h2 id="form-title">Realizar un aporte</h2>
        {found && <FoundDraftNote {...found} />}
        <FormProblems form={form} />
        <Field
          label="Monto"
          hint={`${organiser} sugiere ${formatMoney(suggestedAmount)} por persona. Puedes aportar otro monto.`}
          warning={belowSuggested(amount, suggestedAmount)}
          {...field('amount')}
        >
          <MoneyInput
            size="hero"
            name="amount"
            value={form.values.amount}
            onValue={(typed) => form.change({ amount: typed })}
          />
          <QuickAmounts
            amounts={quickAmountsAround(suggestedAmount)}
            value={amount}
            disabled={!isHydrated}
            onPick={(picked) => form.change({ amount: formatAmount(picked) })}
          />
        </Field>
        <div className={styles.pair}>
          <Field label="Nombre" {...field('contributorName')}>
            <Input {...form.control('contributorName')} autoComplete="name" />
          </Field>
          <Field label="Email" {...field('contributorEmail')}>
            <EmailInput
              {...form.control('contributorEmail')}
              value={lockedEmail ?? form.values.contributorEmail}
              readOnly={lockedEmail !== null}
              autoComplete="email"
            />
          </Field>
        </div>
        <Field label={`Mensaje para ${organiser}`} optional {...field('message')}>
          <Textarea
            {...form.control('message')}
            placeholder="Por ejemplo: ¡Gracias por organizar!"
          />
        </Field>
        <ChoiceGroup legend="Cómo quieres aportar">
          <Choice
            name="method"
            value={TRANSFER}
            label="Transferencia"
            hint={`Directo a la cuenta de ${organiser}, sin comisión`}
            icon={Landmark}
            checked={form.method === TRANSFER}
            onChange={() => form.change({ method: TRANSFER })}
          />
          <CheckoutChoices
            collection={collection}
            method={form.method}
            onPick={(method) => form.change({ method })}
          />
        </ChoiceGroup>
        <Note tone="plain">
          {form.method === 'MercadoPago'
            ? `Pagas en la página de Mercado Pago. El dinero va a la cuenta de ${organiser} ahí. Entre Todos no ve tu tarjeta ni tu cuenta.`
            : `El dinero va directo a la cuenta de ${organiser}. Entre Todos nunca lo toca.`}
        </Note>
        <noscript>
          <Note tone="warn">
            Para avisar de tu aporte hace falta JavaScript. Puedes copiar la cuenta y transferir;
            después avísale a {organiser}.
          </Note>
        </noscript>
        <StickyBar>
          {/* Disabled until hydration: before, the browser would put the name into the URL. */}
          <Button
            type="submit"
            disabled={!isHydrated}
            main
            trailingIcon={ArrowRight}
            busy={form.busy || !isHydrated}
            busyText="Un momento…"
          >
            {amount ? `Continuar con ${formatMoney(amount)}` : 'Continuar'}
          </Button>
        </StickyBar>
      </form>
    </Card>
  )
}

interface CheckoutChoicesProps {
  collection: PublicCollection
  method: string
  onPick: (method: CheckoutMethod) => void
}

/** Methods that the installation lacks are announced; those that the organiser has not connected are left out. */
function CheckoutChoices({ collection, method, onPick }: CheckoutChoicesProps) {
  const { checkout = [], unconnected = [] } = collection
  const offered = METHODS.filter(({ name }) => checkout.includes(name))
  const missing = METHODS.filter(
    ({ name }) => !checkout.includes(name) && !unconnected.includes(name),
  ).map(({ label }) => label)
  return (
    <>
      {offered.map(({ name, label, icon, hint }) => (
        <Choice
          key={name}
          name="method"
          value={name}
          label={label}
          hint={hint(collection.organiserName)}
          icon={icon}
          checked={method === name}
          onChange={() => onPick(name)}
        />
      ))}
      {missing.length > 0 && (
        <Choice
          name="method"
          label={missing.join(' y ')}
          badge={<Badge>Próximamente</Badge>}
          disabled
        />
      )}
    </>
  )
}

const METHODS = [
  {
    name: 'MercadoPago',
    label: 'Mercado Pago',
    icon: CreditCard,
    hint: () => 'Tarjeta o dinero en cuenta, en la página de Mercado Pago',
  },
  {
    name: 'MODO',
    label: 'MODO',
    icon: Smartphone,
    hint: (organiser: string) => `Desde tu billetera, a la cuenta de ${organiser}`,
  },
] as const

const PESO: Centavos = 100
/** Times a power of ten: the amounts that people choose. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 8]

/**
 * Returns the suggested amount between a clearly smaller and a clearly larger round one.
 *
 * @example quickAmountsAround(15_000_00) // [10_000_00, 15_000_00, 20_000_00]
 */
export function quickAmountsAround(suggested: Centavos): Centavos[] {
  const smaller = roundAmounts(suggested).findLast((amount) => amount <= suggested * 0.7)
  const larger = roundAmounts(suggested).find((amount) => amount >= suggested * 1.3)
  return [smaller, suggested, larger].filter((amount) => amount !== undefined)
}

function roundAmounts(near: Centavos): Centavos[] {
  const power = 10 ** Math.floor(Math.log10(near))
  return [power / 10, power, power * 10]
    .flatMap((unit) => ROUND.map((round) => round * unit))
    .filter((amount) => amount % PESO === 0 && amount <= MAX_AMOUNT)
}
