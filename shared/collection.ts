import * as z from 'zod/mini'
import type { CheckoutMethod } from './contribution.ts'
import { type Day, formatDay, isDay } from './dates.ts'
import type { Centavos } from './money.ts'
import { bankAccount } from './user.ts'
import { line, optionalLines, pesos } from './validation.ts'

export type CollectionStatus = 'abierta' | 'cerrada'

/** The fields of a colecta that both organiser and guests see. Times are ISO 8601. */
interface CollectionFacts {
  id: string
  title: string
  description: string
  suggestedAmount: Centavos
  totalAmount: Centavos
  amountCollected: Centavos
  deadline: Day
  bankAccount: string
  accountIdentifier: string
  cantidadPersonas: number | null
  status: CollectionStatus
  createdAt: string
}

export interface Collection extends CollectionFacts {
  creatorId: string
  creatorEmail: string
  updatedAt: string | null
  amountVerified: Centavos // the part of it that the organiser verified in the account ("Acreditado")
  confirmedCount: number
  verifiedCount: number
  pendingCount: number
  rejectedCount: number
  suspensionReason: string | null
  /** Closes by itself at the end of its deadline. */
  closesAlone: boolean
  /** Asks each person for an amount of their own (server/domain/reserved-amounts.ts). */
  uniqueCents: boolean
  notify: Notify
}

/** Counts the contributions that are not hidden. Verified ones are also confirmed. */
export function contributionCount(collection: Collection): number {
  return collection.confirmedCount + collection.pendingCount + collection.rejectedCount
}

export function unverifiedCount({ confirmedCount, verifiedCount }: Collection): number {
  return confirmedCount - verifiedCount
}

/** A colecta as anyone with its link sees it. */
export interface PublicCollection extends CollectionFacts {
  organiserName: string
  /** Contributions that count. Servers of earlier releases send none. */
  confirmedCount?: number
  /** The same as in `Collection`. Servers of earlier releases send none. */
  closesAlone?: boolean
  uniqueCents?: boolean
  /** The version of the picture that the organiser chose, part of its address (collection-picture.ts). */
  picture?: string | null
  /** Suspended by an administrator: the collection reads as closed and shows no account. */
  isSuspended?: boolean
  /** Proves for two hours that a request comes from the contribution form. */
  formToken?: string
  checkout?: readonly CheckoutMethod[]
  /** Providers of this installation that the organiser has not connected. */
  unconnected?: readonly CheckoutMethod[]
}

const MAX_PICTURE_LENGTH = 400_000 // characters of base64, some 300 kB

export const collectionPicture = z.object({
  /** In base64; null removes the picture. */
  jpeg: z.nullable(
    z
      .string('No pudimos leer la imagen. Elige otra.')
      .check(z.maxLength(MAX_PICTURE_LENGTH, 'La imagen es demasiado grande. Elige otra.')),
  ),
})

const MAX_TITLE_LENGTH = 120
const MAX_DESCRIPTION_LENGTH = 1_000
const MAX_IDENTIFIER_LENGTH = 120

/** Stored in lower case, parsed in any case. */
export const collectionStatus = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.toLowerCase()),
  ),
  z.enum(['abierta', 'cerrada'], 'El estado debe ser Abierta o Cerrada.'),
)

/** When the organiser gets an e-mail about new contributions. */
export const notify = z.enum(['now', 'daily', 'never'], 'Elige cuándo avisarte.')
export type Notify = z.infer<typeof notify>

const deadline = z
  .string('Elige una fecha límite.')
  .check(z.minLength(1), z.refine(isDay, 'Esa fecha no existe. Revísala.'))

export const collectionInput = z.object({
  title: line(MAX_TITLE_LENGTH, 'Ingresa el motivo de la colecta.'),
  description: optionalLines(MAX_DESCRIPTION_LENGTH),
  suggestedAmount: pesos('Ingresa el monto sugerido.'),
  totalAmount: pesos('Ingresa el total a colectar.'),
  deadline,
  bankAccount,
  accountIdentifier: line(MAX_IDENTIFIER_LENGTH, 'Ingresa a nombre de quién está la cuenta.'),
  cantidadPersonas: z.nullable(
    z
      .number('Ingresa un número de personas, por ejemplo 20.')
      .check(
        z.int('Ingresa un número entero de personas.'),
        z.gte(1, 'Debe haber al menos 1 persona.'),
        z.lte(100_000, 'Puede haber hasta 100.000 personas.'),
      ),
  ),
  closesAlone: z.boolean('Elige si cierra sola.'),
  uniqueCents: z.boolean('Elige si pides un monto único a cada persona.'),
})
export type CollectionInput = z.infer<typeof collectionInput>

/** Returns a sentence for the person when the deadline is past, or null. */
export function deadlineProblem(deadline: Day, today: Day): string | null {
  if (deadline >= today) return null
  return `Esa fecha ya pasó. Elige hoy (${formatDay(today)}) o una posterior.`
}

export type CollectionForm = Record<keyof CollectionInput, string>
