import { bankAccountOf, formatBankAccount } from '../../../shared/bank-account.ts'
import {
  type Collection,
  type CollectionInput,
  collectionInput,
  deadlineProblem,
  type CollectionForm as Texts,
} from '../../../shared/collection.ts'
import { addDays, type Day } from '../../../shared/dates.ts'
import {
  type Centavos,
  formatAmount,
  MAX_AMOUNT,
  parseMoney,
  typedAmount,
} from '../../../shared/money.ts'
import type { Profile } from '../../../shared/queries/profile.ts'
import { fullName } from '../../../shared/text.ts'
import { type Checked, check } from '../../../shared/validation.ts'
import { changedFields } from '../../forms/field-values.ts'

/** The values of the collection form as typed, and two hidden ones that are stored with the draft. */
export interface FormValues extends Texts, Record<string, string> {
  /** Made once, so that a repeated press or a lost response creates one collection (S7). */
  id: string
  /** The collection as loaded, to send only changed fields (S12). */
  found: string
}

/** The order of the form and of its error summary. */
const EMPTY: Texts = {
  title: '',
  totalAmount: '',
  cantidadPersonas: '',
  bankAccount: '',
  suggestedAmount: '',
  deadline: '',
  accountIdentifier: '',
  description: '',
  closesAlone: '',
  uniqueCents: '',
}

const FIELDS = Object.keys(EMPTY) as (keyof Texts)[]

const REQUIRED = [
  'title',
  'totalAmount',
  'bankAccount',
  'suggestedAmount',
  'deadline',
  'accountIdentifier',
] as const

/** Days until the proposed deadline: long enough to include a payday, short enough not to be forgotten. */
const USUAL_DAYS = 14

export type Organiser = Pick<Profile, 'firstName' | 'lastName' | 'defaultBankAccount'>

/** Returns the values of a new collection, with the organiser's default account and a proposed deadline. */
export function newValues(id: string, organiser: Organiser | null, today: Day): FormValues {
  const account = organiser?.defaultBankAccount
  return {
    ...EMPTY,
    bankAccount: account ? formatBankAccount(bankAccountOf(account)) : '',
    deadline: addDays(today, USUAL_DAYS),
    accountIdentifier: organiser ? fullName(organiser) : '',
    id,
    found: '',
  }
}

/**
 * Returns the values after a keystroke. In a new form the suggested amount follows the total until the person sets it.
 */
export function withTyped(values: FormValues, typed: Partial<Texts>): FormValues {
  const next = { ...values, ...typed }
  const proposed = suggestedShare(values.totalAmount, values.cantidadPersonas)
  const isSet = typed.suggestedAmount !== undefined || values.suggestedAmount !== proposed
  if (isSet || values.found !== '') return next
  return { ...next, suggestedAmount: suggestedShare(next.totalAmount, next.cantidadPersonas) }
}

export function valuesOf(collection: Collection): FormValues {
  const found = inputOf(collection)
  return {
    ...EMPTY,
    ...found,
    suggestedAmount: formatAmount(found.suggestedAmount),
    totalAmount: formatAmount(found.totalAmount),
    cantidadPersonas: found.cantidadPersonas === null ? '' : String(found.cantidadPersonas),
    bankAccount: formatBankAccount(bankAccountOf(found.bankAccount)),
    closesAlone: wordOf(found.closesAlone),
    uniqueCents: wordOf(found.uniqueCents),
    id: collection.id,
    found: JSON.stringify(found),
  }
}

/** Returns the values of a new collection copied from another one. The deadline stays the proposed one. */
export function copiedValues(collection: Collection, fresh: FormValues): FormValues {
  const { id, found, deadline } = fresh
  return { ...valuesOf(collection), id, found, deadline }
}

/** Returns the values with those of a refused change, where they can be read (S9). */
export function withRefused(
  values: FormValues,
  args: Readonly<Record<string, unknown>>,
): FormValues {
  const read = (field: keyof Texts) => {
    const value = args[field]
    if (typeof value === 'string') return value
    if (typeof value === 'boolean') return wordOf(value)
    if (value === null) return ''
    if (typeof value !== 'number') return values[field]
    if (field === 'cantidadPersonas') return String(value)
    return field === 'suggestedAmount' || field === 'totalAmount'
      ? formatAmount(value)
      : values[field]
  }
  return { ...values, ...Object.fromEntries(FIELDS.map((field) => [field, read(field)])) }
}

/** Fills in the account holder for the check of a visitor's form: their name is not known before the account. */
export function withHolder(values: FormValues): FormValues {
  return { ...values, accountIdentifier: values.accountIdentifier.trim() || 'A tu nombre' }
}

/** Checks the values by the shared rules. A past deadline may stay, but not be chosen. */
export function checkValues(values: FormValues, today: Day): Checked<CollectionInput> {
  // Read like an amount, so that `1.600` is 1600 people.
  const people = typedAmount(values.cantidadPersonas)
  const checked = check(collectionInput, {
    ...values,
    suggestedAmount: typedAmount(values.suggestedAmount),
    totalAmount: typedAmount(values.totalAmount),
    cantidadPersonas: people === undefined ? null : people / 100,
    closesAlone: values.closesAlone !== '',
    uniqueCents: values.uniqueCents !== '',
  })
  const isKept = values.deadline === foundOf(values)?.deadline
  const past = values.deadline && !isKept ? deadlineProblem(values.deadline, today) : null
  if (checked.ok) return past ? { ok: false, problems: { deadline: past } } : checked
  const { suggestedAmount: _, ...others } = checked.problems
  const problems = isProposedLater(values) ? others : checked.problems
  return { ok: false, problems: { ...(past ? { deadline: past } : {}), ...problems } }
}

/** Returns true if the suggested amount waits for the total, which `withTyped` proposes it from. */
function isProposedLater({ found, suggestedAmount, totalAmount }: FormValues): boolean {
  return found === '' && suggestedAmount.trim() === '' && !parseMoney(totalAmount)
}

/** Returns the fields that differ from the collection as it was loaded (S12). */
export function changesOf(values: FormValues, now: CollectionInput): Partial<CollectionInput> {
  return changedFields<Partial<CollectionInput>>(now, foundOf(values) ?? {})
}

export function isIncomplete(values: FormValues): boolean {
  return REQUIRED.some((field) => values[field].trim() === '')
}

function inputOf(collection: Collection): CollectionInput {
  return Object.fromEntries(FIELDS.map((field) => [field, collection[field]])) as CollectionInput
}

/** Returns the value of a checkbox as a draft stores it. */
export function wordOf(isChecked: boolean): string {
  return isChecked ? 'yes' : ''
}

function foundOf({ found }: FormValues): CollectionInput | null {
  return found === '' ? null : (JSON.parse(found) as CollectionInput)
}

const USUAL_PEOPLE = 10

/** In centavos; from here on, amounts are rounded to hundreds of pesos. */
const THOUSAND = 1_000_00

/** The total divided by the people and rounded up, so that it covers the total. Empty without a total. */
export function suggestedShare(totalAmount: string, cantidadPersonas: string): string {
  const total = parseMoney(totalAmount)
  if (!total) return ''
  const people = parsePeople(cantidadPersonas) || USUAL_PEOPLE
  return formatAmount(Math.min(MAX_AMOUNT, roundUp(total / people)))
}

/** Returns the whole number of people; null while the text is none. `1.600` is 1600, as in amounts. */
export function parsePeople(text: string): number | null {
  const centavos = parseMoney(text)
  return centavos === null ? null : Math.floor(centavos / 100)
}

function roundUp(share: number): Centavos {
  const step = share < THOUSAND ? 1_00 : 100_00
  return Math.ceil(share / step) * step
}
