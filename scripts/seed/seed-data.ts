/* Generates realistic collections and contributions; fill-database.ts stores them. */
import type { ContributionState, PaymentMethod } from '../../shared/contribution.ts'
import { addDays, type Day, today } from '../../shared/dates.ts'
import { DAY } from '../../shared/time.ts'
import type { Random } from './random.ts'
import { FIRST_NAMES, LAST_NAMES, MANUAL_MESSAGES, MESSAGES } from './words.ts'

export interface SeedCollection {
  title: string
  description: string
  suggested: number
  total: number
  bankAccount: string
  accountIdentifier: string
  people: number | null
  status: 'abierta' | 'cerrada'
  /** Days before and after today. */
  createdDaysAgo: number
  deadlineInDays: number
  contributions: number
  /** Share of the contributions that the organiser has verified, oldest first. */
  verifiedShare: number
}

export interface SeedContribution {
  name: string
  email: string | null
  method: PaymentMethod
  /** Pesos. */
  amount: number
  moment: Date
  state: ContributionState
  message: string
}

/** Returns Lucía's colectas. The first, the club's roof, has `contributions` contributions. */
export function luciasCollections(contributions: number): SeedCollection[] {
  return [
    {
      title: 'Techo nuevo para el gimnasio',
      description:
        'Cuando llueve no se puede jugar. Entre todos cambiamos las chapas antes del verano.',
      suggested: 15_000,
      total: roundUp(contributions * 18_700, 1_000_000),
      bankAccount: '0070999000000000000178',
      accountIdentifier: 'Asoc. Civil Villa Luro',
      people: null,
      status: 'abierta',
      createdDaysAgo: 49,
      deadlineInDays: 23,
      contributions,
      verifiedShare: 0.83,
    },
    {
      title: 'Regalo para la seño Caro',
      description:
        'Se jubila después de 31 años en la escuela. Queremos regalarle el viaje a Bariloche que siempre dejó para después.',
      suggested: 15_000,
      total: 900_000,
      bankAccount: 'viaje.seno.caro',
      accountIdentifier: 'Lucía Fernández, Banco Galicia',
      people: 60,
      status: 'abierta',
      createdDaysAgo: 20,
      deadlineInDays: 7,
      contributions: 32,
      verifiedShare: 1,
    },
    {
      title: 'Camisetas de vóley femenino',
      description: 'Compramos camisetas nuevas para todo el equipo. Las actuales tienen ocho años.',
      suggested: 32_000,
      total: 512_000,
      bankAccount: '0720001400000000000390',
      accountIdentifier: 'Lucía Fernández, Banco Santander',
      people: 16,
      status: 'abierta',
      createdDaysAgo: 15,
      deadlineInDays: 9,
      contributions: 13,
      verifiedShare: 0.6,
    },
    {
      title: 'Arreglo del ascensor, Rivadavia 5120',
      description: '',
      suggested: 48_500,
      total: 1_164_000,
      bankAccount: 'consorcio.5120',
      accountIdentifier: 'Consorcio Rivadavia 5120',
      people: 24,
      status: 'abierta',
      createdDaysAgo: 40,
      deadlineInDays: 14,
      contributions: 24,
      verifiedShare: 1,
    },
    {
      title: 'Cumple de 40 de Fede',
      description: 'Una parrilla como se debe.',
      suggested: 12_000,
      total: 240_000,
      bankAccount: 'lucia.fer.ahorro',
      accountIdentifier: 'Lucía Fernández',
      people: 20,
      status: 'cerrada',
      createdDaysAgo: 100,
      deadlineInDays: -70,
      contributions: 18,
      verifiedShare: 1,
    },
    {
      title: 'Merienda del taller de los sábados',
      description: 'Leche, pan y fruta para los chicos del taller.',
      suggested: 5_000,
      total: 150_000,
      bankAccount: 'merienda.sabados',
      accountIdentifier: 'Lucía Fernández',
      people: null,
      status: 'abierta',
      createdDaysAgo: 1,
      deadlineInDays: 30,
      contributions: 0,
      verifiedShare: 0,
    },
  ]
}

/** Returns contributions to one collection, oldest first, spread over its life until now. */
export function* contributionsTo(
  collection: SeedCollection,
  random: Random,
  now: Date,
): Generator<SeedContribution> {
  const from = now.getTime() - collection.createdDaysAgo * DAY
  const until = Math.min(now.getTime(), now.getTime() + collection.deadlineInDays * DAY)
  const step = (until - from) / (collection.contributions + 1)
  for (let index = 0; index < collection.contributions; index++) {
    const moment = new Date(Math.floor(from + step * (index + 0.1 + 0.8 * random.next())))
    const first = random.pick(FIRST_NAMES)
    const last = random.pick(LAST_NAMES)
    const manual = random.chance(0.1)
    const seen = index < collection.contributions * collection.verifiedShare
    yield {
      name: `${first} ${last}`,
      email: manual ? null : `${ascii(first)}.${ascii(last)}${random.whole(1, 9_999)}@example.com`,
      method: manual ? 'Manual' : 'Transferencia',
      amount: amountNear(collection.suggested, random),
      moment,
      state: manual ? 'verified' : stateOf(seen, collection.verifiedShare, random),
      message: manual
        ? random.pick(MANUAL_MESSAGES)
        : random.chance(0.3)
          ? random.pick(MESSAGES)
          : '',
    }
  }
}

/** Most people give the suggested amount, some half or double, and a few add some pesos. */
function amountNear(suggested: number, random: Random): number {
  const fate = random.next()
  if (fate < 0.66) return suggested
  if (fate < 0.78) return suggested / 2
  if (fate < 0.88) return suggested * 2
  if (fate < 0.99) return Math.max(500, roundUp(suggested * (0.4 + random.next()), 500))
  return suggested + random.whole(1, 99)
}

function stateOf(seen: boolean, share: number, random: Random): ContributionState {
  if (share < 1 && random.chance(0.005)) return 'pending'
  if (share < 1 && random.chance(0.0025)) return 'rejected'
  return seen ? 'verified' : 'confirmed'
}

export function dayFromNow(now: Date, days: number): Day {
  return addDays(today(now), days)
}

function roundUp(value: number, unit: number): number {
  return Math.max(unit, Math.ceil(value / unit) * unit)
}

function ascii(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
}
