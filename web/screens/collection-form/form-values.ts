import { accountOf, formatAccount } from '../../../shared/account.ts'
import {
  type Collection,
  type CollectionInput,
  collectionInput,
  deadlineProblem,
  type CollectionForm as Texts,
} from '../../../shared/collection.ts'
import { addDays, type Day } from '../../../shared/dates.ts'
import { type Centavos, formatAmount, MAX_AMOUNT, parseMoney } from '../../../shared/money.ts'
import type { Profile } from '../../../shared/queries/profile.ts'
import { type Checked, check } from '../../../shared/validation.ts'

/** What the form holds, with two values that nobody sees: they survive a reload with the draft. */
export interface FormValues extends Texts, Record<string, string> {
  /** The collection's id, made once, so that a repeated press or a lost answer opens one alone. */
  id: string
  /** The collection as the person found it, to send only what they changed (S12). */
  found: string
}

/** In the order of the form: the summary of what is wrong follows it. */
const EMPTY: Texts = {
  title: '',
  totalAmount: '',
  cantidadPersonas: '',
  bankAccount: '',
  suggestedAmount: '',
  deadline: '',
  accountIdentifier: '',
  description: '',
}

/** Long enough for two paydays of somebody, short enough not to be forgotten. */
const USUAL_DAYS = 14

/** Whose account it is going to be, as far as it is known. */
export type Organiser = Pick<Profile, 'firstName' | 'lastName' | 'defaultBankAccount'>

/** A new form, with all that need not be asked: the person's account, its name, two weeks of time. */
export function newValues(id: string, organiser: Organiser | null, today: Day): FormValues {
  const account = organiser?.defaultBankAccount
  return {
    ...EMPTY,
    bankAccount: account ? formatAccount(accountOf(account)) : '',
    deadline: addDays(today, USUAL_DAYS),
    accountIdentifier: organiser ? `${organiser.firstName} ${organiser.lastName}`.trim() : '',
    id,
    found: '',
  }
}

/** The form with what was typed. In a new one the suggested amount follows the total until it is set. */
export function withTyped(values: FormValues, typed: Partial<Texts>): FormValues {
  const next = { ...values, ...typed }
  const proposed = suggestedShare(values.totalAmount, values.cantidadPersonas)
  const isSet = typed.suggestedAmount !== undefined || values.suggestedAmount !== proposed
  if (isSet || values.found !== '') return next
  return { ...next, suggestedAmount: suggestedShare(next.totalAmount, next.cantidadPersonas) }
}

/** The form filled with a collection. */
export function valuesOf(collection: Collection): FormValues {
  const found = inputOf(collection)
  return {
    title: found.title,
    description: found.description,
    suggestedAmount: formatAmount(found.suggestedAmount),
    totalAmount: formatAmount(found.totalAmount),
    deadline: found.deadline,
    cantidadPersonas: found.cantidadPersonas === null ? '' : String(found.cantidadPersonas),
    bankAccount: formatAccount(accountOf(found.bankAccount)),
    accountIdentifier: found.accountIdentifier,
    id: collection.id,
    found: JSON.stringify(found),
  }
}

/** The form with what a refused change said written over it, as far as it can be read (S9). */
export function withRefused(
  values: FormValues,
  args: Readonly<Record<string, unknown>>,
): FormValues {
  const read = (field: keyof Texts) => {
    const value = args[field]
    if (typeof value === 'string') return value
    if (value === null) return ''
    if (typeof value !== 'number') return values[field]
    if (field === 'cantidadPersonas') return String(value)
    return field === 'suggestedAmount' || field === 'totalAmount'
      ? formatAmount(value)
      : values[field]
  }
  const fields = Object.keys(EMPTY) as (keyof Texts)[]
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, read(field)])) }
}

/** The shared rules over the texts as typed. A deadline that has passed may stay, not be chosen. */
export function checkValues(values: FormValues, today: Day): Checked<CollectionInput> {
  const checked = check(collectionInput, {
    title: values.title,
    description: values.description,
    suggestedAmount: amountOf(values.suggestedAmount),
    totalAmount: amountOf(values.totalAmount),
    deadline: values.deadline,
    cantidadPersonas: peopleOf(values.cantidadPersonas),
    bankAccount: values.bankAccount,
    accountIdentifier: values.accountIdentifier,
  })
  const isKept = values.deadline === foundOf(values)?.deadline
  const past = values.deadline && !isKept ? deadlineProblem(values.deadline, today) : null
  if (!past) return checked
  const problems = checked.ok ? {} : checked.problems
  return { ok: false, problems: { deadline: past, ...problems } }
}

/** The fields that are no longer as the person found them. */
export function changesOf(values: FormValues, now: CollectionInput): Partial<CollectionInput> {
  const found = foundOf(values)
  const changed = Object.entries(now).filter(
    ([field, value]) => value !== found?.[field as keyof CollectionInput],
  )
  return Object.fromEntries(changed)
}

/** True if a field that must be filled in is empty. */
export function isIncomplete(values: FormValues): boolean {
  const { description: _, cantidadPersonas: __, ...required } = EMPTY
  return Object.keys(required).some((field) => values[field]?.trim() === '')
}

function inputOf(collection: Collection): CollectionInput {
  const { title, description, suggestedAmount, totalAmount } = collection
  const { deadline, bankAccount, accountIdentifier, cantidadPersonas } = collection
  return {
    title,
    description,
    suggestedAmount,
    totalAmount,
    deadline,
    bankAccount,
    accountIdentifier,
    cantidadPersonas,
  }
}

function foundOf({ found }: FormValues): CollectionInput | null {
  return found === '' ? null : (JSON.parse(found) as CollectionInput)
}

/** Nothing is missing, nonsense is NaN: the schema has a sentence for each. */
function amountOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : (parseMoney(text) ?? Number.NaN)
}

/** People are counted as money is read, so that `1.600` is sixteen hundred of them. */
function peopleOf(text: string): number | null {
  return text.trim() === '' ? null : (parseMoney(text) ?? Number.NaN) / 100
}

/** Among how many a total is shared while nobody said how many they are. */
const USUAL_PEOPLE = 10

/** From here on people think in hundreds of pesos, in centavos. */
const THOUSAND = 1_000_00

/**
 * Returns the amount to propose for each person, as a person types it: the total shared among them, rounded
 * up so that it adds up. Empty while there is no total to share.
 */
export function suggestedShare(totalAmount: string, cantidadPersonas: string): string {
  const total = parseMoney(totalAmount)
  if (!total) return ''
  const people = Math.max(1, Math.floor((parseMoney(cantidadPersonas) ?? 0) / 100) || USUAL_PEOPLE)
  return formatAmount(Math.min(MAX_AMOUNT, roundUp(total / people)))
}

function roundUp(share: number): Centavos {
  const step = share < THOUSAND ? 1_00 : 100_00
  return Math.ceil(share / step) * step
}
