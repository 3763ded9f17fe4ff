/*
 * Generates test data for the matching of bank statements: a world of reported contributions and of movements of the
 * organiser's account. Most people pay once and as reported; the others do what makes a simple matching fail
 * (scenario-shares.ts). The same seed gives the same world. Tests and the benchmark use it.
 */
import { addDays, type Day } from '../../shared/dates.ts'
import { createRandom, type Random } from '../seed/random.ts'
import {
  below,
  digitsOf,
  inventCuit,
  inventPerson,
  type Person,
  typedName,
} from './invented-people.ts'
import { type ScenarioName, type Shares, USUAL_SHARES } from './scenario-shares.ts'
import type { ConciliationWorld } from './world.ts'

export interface Movement {
  day: Day
  /** Centavos; negative for a debit. */
  amount: number
  /** null for the bank's own movements. */
  payer: Person | null
  reference: string
  /** The bank's own text of a movement without a payer. */
  text: string
  fact: Fact | null
}

/** The way in which a movement pays its contributions. */
export type Kind =
  | 'one' // one transfer for one contribution, of the same amount
  | 'partial' // one of several transfers for a contribution
  | 'differs' // of another amount
  | 'dropped' // without the centavos of a unique amount
  | 'shared' // one transfer for two contributions
  | 'twice' // one transfer for a contribution that was reported twice
  | 'double' // one of two transfers for one contribution
  | 'borrowed' // of the unique amount of a friend's contribution

/** The truth about a movement, which the matching does not see: the contributions that it pays, and how. */
export interface Fact {
  /** Ids. */
  contributions: string[]
  kind: Kind
}

export interface GeneratedWorld {
  world: ConciliationWorld
  movements: Movement[]
}

type Contribution = ConciliationWorld['contributions'][number]

const FIRST_DAY = '2026-03-02'
const DAYS = 45

export interface WorldOptions {
  seed: number
  contributions: number
  hasUniqueAmounts: boolean
  shares?: Shares
}

export function generateWorld(options: WorldOptions): GeneratedWorld {
  const random = createRandom(options.seed)
  const organiser = inventPerson(random)
  const state: State = {
    random,
    options,
    shares: options.shares ?? USUAL_SHARES,
    contributions: [],
    movements: [],
    people: [],
    amounts: new Set(),
  }
  while (state.contributions.length < options.contributions) addScenario(state)
  addNoise(state)
  const movements = shuffled(random, state.movements).toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
  )
  return {
    world: {
      organiser: { name: `${organiser.first} ${organiser.last}`, cuit: organiser.cuit },
      account: '0000003100000000009535',
      contributions: state.contributions,
    },
    movements,
  }
}

interface State {
  random: Random
  options: WorldOptions
  shares: Shares
  contributions: Contribution[]
  movements: Movement[]
  people: Person[]
  /** Unique amounts that are taken. */
  amounts: Set<number>
}

function addScenario(state: State): void {
  const scenarios = Object.entries(state.shares.scenarios) as [ScenarioName, number][]
  SCENARIOS[weighted(state.random, scenarios)](state)
}

function weighted<T>(random: Random, shares: readonly (readonly [T, number])[]): T {
  let draw = random.next() * shares.reduce((sum, [, share]) => sum + share, 0)
  const found = shares.find(([, share]) => {
    draw -= share
    return draw < 0
  })
  const [item] = found ?? shares[0] ?? []
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

const SCENARIOS: Readonly<Record<ScenarioName, (state: State) => void>> = {
  payOnce,
  reportOnly,
  payInParts,
  payAnotherAmount,
  dropCents,
  payForSeveral,
  reportTwice,
  payTwice,
  reverseAndPayAgain,
  borrowAmount,
  borrowOperation,
}

/** A person reports a contribution and pays nothing. */
function reportOnly(state: State): void {
  const { contribution } = report(state, newPerson(state))
  if (state.random.chance(0.22)) contribution.operationNumber = digitsOf(state.random, 8)
}

function newPerson(state: State): Person {
  const { random, people } = state
  // Siblings and namesakes share a surname with somebody who was there before.
  const family =
    people.length > 0 && random.chance(0.12)
      ? random.pick(people as [Person, ...Person[]]).last
      : undefined
  const person = inventPerson(random, family)
  people.push(person)
  return person
}

/** The person whose account the money comes from. */
function payerFor(state: State, person: Person): Person {
  const { ownAccount, relativesAccount } = state.shares
  const draw = state.random.next()
  if (draw < ownAccount) return person
  if (draw < ownAccount + relativesAccount) return inventPerson(state.random, person.last)
  return inventPerson(state.random)
}

interface Report {
  contribution: Contribution
  payer: Person
  day: Day
  reference: string
}

function report(state: State, person: Person, payer = payerFor(state, person)): Report {
  const { random, options } = state
  const isFirst = random.chance(0.8)
  const [usual, ...others] = isFirst ? [15_000_00, 5_000_00] : [5_000_00, 15_000_00]
  const asked = random.chance(0.71)
    ? usual
    : random.chance(0.13)
      ? (20 + below(random, 400)) * 100_00
      : random.pick([10_000_00, 10_000_00, 10_000_00, 20_000_00, 20_000_00, 30_000_00, ...others])
  const isUnique = options.hasUniqueAmounts && isFirst && random.chance(0.97)
  const amount = isUnique ? uniqueAmount(state, asked) : asked
  const day = addDays(FIRST_DAY, below(random, DAYS))
  const reference = digitsOf(random, 8)
  const isKnown = random.chance(0.27)
  const contribution: Contribution = {
    id: random.id(new Date(`${day}T12:00:00Z`)),
    contributorName: typedName(random, person),
    amount,
    paymentMethod: 'Transferencia',
    paymentDate: `${day}T${String(12 + below(random, 11)).padStart(2, '0')}:${below(random, 6)}0:00.000Z`,
    operationNumber: random.chance(0.115)
      ? random.chance(0.57)
        ? reference
        : codeOf(random)
      : null,
    payerCuit: isKnown ? payer.cuit : random.chance(0.03) ? person.cuit : null,
    payerName: isKnown && random.chance(0.73) ? `${payer.first} ${payer.last}` : null,
    uniqueAmount: isUnique,
  }
  state.contributions.push(contribution)
  return { contribution, payer, day, reference }
}

function uniqueAmount({ random, amounts }: State, asked: number): number {
  for (let step = 0; ; step += 1) {
    const offset = step < 300 ? 1 + below(random, 99) : 101 + below(random, 4_899)
    const amount = asked + offset
    if (offset % 100 === 0 || amounts.has(amount)) continue
    amounts.add(amount)
    return amount
  }
}

function pay(state: State, by: Report, kind: Kind, change: Partial<Movement> = {}): Movement {
  const { random, shares } = state
  const lag = weighted(random, shares.lags)
  const movement: Movement = {
    day: addDays(by.day, lag),
    amount: by.contribution.amount,
    payer: by.payer,
    reference: by.reference,
    text: '',
    fact: { contributions: [by.contribution.id], kind },
    ...change,
  }
  state.movements.push(movement)
  return movement
}

function payOnce(state: State): void {
  pay(state, report(state, newPerson(state)), 'one')
}

function payInParts(state: State): void {
  const by = report(state, newPerson(state))
  const first =
    Math.round((by.contribution.amount * state.random.pick([0.3, 0.4, 0.5, 0.6])) / 100) * 100
  pay(state, by, 'partial', { amount: first })
  pay(state, by, 'partial', {
    amount: by.contribution.amount - first,
    reference: digitsOf(state.random, 8),
  })
}

function payAnotherAmount(state: State): void {
  const by = report(state, newPerson(state))
  const off = state.random.pick([-500_00, -100_00, 100_00, 100_00, 500_00, 1_00, 63])
  pay(state, by, 'differs', { amount: by.contribution.amount + off })
}

function dropCents(state: State): void {
  const by = report(state, newPerson(state))
  const { amount, uniqueAmount } = by.contribution
  pay(state, by, uniqueAmount ? 'dropped' : 'one', { amount: Math.floor(amount / 100) * 100 })
}

function payForSeveral(state: State): void {
  const person = newPerson(state)
  const payer = payerFor(state, person)
  const first = report(state, person, payer)
  const second = report(state, inventPerson(state.random, person.last), payer)
  second.contribution.paymentDate = first.contribution.paymentDate
  const { movements } = state
  pay(state, first, 'shared', {
    amount: first.contribution.amount + second.contribution.amount,
    fact: { contributions: [first.contribution.id, second.contribution.id], kind: 'shared' },
  })
  // A mother may also pay one by one, from the same account.
  if (state.random.chance(state.shares.paysOneByOne)) {
    movements.pop()
    pay(state, first, 'one')
    pay(state, { ...second, day: first.day }, 'one')
  }
}

function reportTwice(state: State): void {
  const person = newPerson(state)
  const by = report(state, person)
  const again: Contribution = {
    ...by.contribution,
    id: state.random.id(new Date(by.contribution.paymentDate)),
    contributorName: state.random.chance(0.8)
      ? by.contribution.contributorName
      : typedName(state.random, person),
    payerCuit: null,
    payerName: null,
    operationNumber: null,
  }
  if (by.contribution.uniqueAmount)
    again.amount = uniqueAmount(state, again.amount - (again.amount % 100_00))
  state.contributions.push(again)
  pay(state, by, 'twice', {
    fact: { contributions: [by.contribution.id, again.id], kind: 'twice' },
  })
}

function payTwice(state: State): void {
  const by = report(state, newPerson(state))
  pay(state, by, 'double')
  pay(state, by, 'double', { reference: digitsOf(state.random, 8) })
}

function reverseAndPayAgain(state: State): void {
  const by = report(state, newPerson(state))
  const first = pay(state, by, 'one', { fact: null, reference: digitsOf(state.random, 8) })
  const back = addDays(first.day, below(state.random, 3))
  state.movements.push({
    day: back,
    amount: -first.amount,
    payer: null,
    reference: state.random.chance(state.shares.returnsWithNumber)
      ? first.reference
      : digitsOf(state.random, 8),
    text: `DEVOLUCION TRANSFERENCIA ${by.payer.cuit}`,
    fact: null,
  })
  if (state.random.chance(0.8)) {
    pay(state, by, 'one', { day: addDays(back, below(state.random, 3)) })
  }
}

/** A friend passes the amount on, and both pay it. */
function borrowAmount(state: State): void {
  const owner = report(state, newPerson(state))
  if (state.random.chance(0.6)) pay(state, owner, 'one')
  const friend = report(state, newPerson(state))
  const { amount, uniqueAmount } = owner.contribution
  const isSame = friend.contribution.amount === amount
  const kind = uniqueAmount ? 'borrowed' : isSame ? 'one' : 'differs'
  pay(state, friend, kind, { amount })
}

/** A person types the number of a friend's transfer. */
function borrowOperation(state: State): void {
  const friend = report(state, newPerson(state))
  friend.contribution.operationNumber = null
  pay(state, friend, 'one')
  const other = report(state, newPerson(state))
  other.contribution.operationNumber = friend.reference
  if (state.random.chance(0.5)) other.contribution.amount = friend.contribution.amount
  if (
    !other.contribution.uniqueAmount ||
    other.contribution.amount !== friend.contribution.amount
  ) {
    if (state.random.chance(0.6)) pay(state, other, 'one')
  }
}

function addNoise(state: State): void {
  const { random, options, shares, people } = state
  const add = (amount: number, text: string, payer: Person | null = null) =>
    state.movements.push({
      day: addDays(FIRST_DAY, below(random, DAYS + 5) - 3),
      amount,
      payer,
      reference: digitsOf(random, 8),
      text,
      fact: null,
    })
  const strangers = Math.ceil(options.contributions * shares.strangers)
  for (let i = 0; i < strangers; i += 1) {
    const last =
      random.chance(0.4) && people.length > 0
        ? random.pick(people as [Person, ...Person[]]).last
        : undefined
    const amount = random.chance(0.6)
      ? random.pick([15_000_00, 15_000_00, 15_000_00, 5_000_00])
      : below(random, 4_000) * 10_00 + 100_00
    add(amount, '', inventPerson(random, last))
  }
  for (let i = 0; i < options.contributions * 0.8 + 10; i += 1) {
    add(-(100_00 + below(random, 90_000_00)), random.pick(DEBITS))
    if (i % 3 === 0) add(100_00 + below(random, 50_000_00), random.pick(CREDITS))
  }
  // A CUIT that is nobody's: the reader must not take it for a payer's.
  add(-1_000_00, `PAGO AFIP ${inventCuit(random)}`)
}

const DEBITS: [string, ...string[]] = [
  'COMPRA DEBITO YPF FULL',
  ...['PAGO DE SERVICIOS EDENOR', 'IMPUESTO LEY 25413 DEB'],
  ...['TRANSFERENCIA A TERCEROS', 'EXTRACCION CAJERO BANELCO', 'COMISION SERVICIO DE CUENTA'],
]
const CREDITS: [string, ...string[]] = [
  'ACREDITACION DE HABERES',
  ...['INTERESES GANADOS', 'CREDITO PRESTAMO PERSONAL'],
  ...['DEVOLUCION COMPRA YPF FULL', 'REINTEGRO PROMOCION', 'DEPOSITO EFECTIVO'],
  ...['ACREDITACION ECHEQ', 'TRANSFERENCIA DE CUENTA PROPIA'],
]

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

function codeOf(random: Random): string {
  const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  return Array.from({ length: 22 }, () => letters[below(random, letters.length)]).join('')
}
