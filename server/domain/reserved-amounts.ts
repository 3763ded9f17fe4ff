/* Unique amounts: nobody else transfers that sum to the account, so the bank's statement proves the contribution. */
import { randomInt } from 'node:crypto'
import { bankAccountOf } from '../../shared/bank-account.ts'
import type { AmountRequest, ReservedAmount } from '../../shared/contribution.ts'
import { type Centavos, MAX_AMOUNT } from '../../shared/money.ts'
import { collectionGone } from '../../shared/mutations/owned-collection.ts'
import type { Transaction } from '../../shared/sql.ts'
import { DAY, HOUR } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'
import type { Limits } from './limits.ts'

interface Tools {
  database: Database
  limits: Limits
  now(): Date
}

const RESERVED_FOR = 72 * HOUR
/** No transfer to a closed or deleted collection is expected after that. */
const KEPT_AFTER_CLOSING = 35 * DAY
/** Reservations of one collection without a report. Beyond them guests pay the plain amount. */
const MOST_RESERVED = 200

/** Centavos above the asked amount. The next range is used when the one before is full. */
const RANGES = [
  { from: 1, to: 99 },
  { from: 101, to: 999 },
  { from: 1_001, to: 4_999 },
]
/** At most this share of the asked amount is added, or 99 centavos when that is more, so that guests hardly notice it. */
const LARGEST_SHARE = 0.005
const SMALLEST_LIMIT = 99

/**
 * Reserves a unique amount for a later report: the same for a repeated request; another amount frees the first. Returns
 * `asked`, without an expiry, where the collection wants no unique amounts, is closed, or has none left, for everybody or
 * for this address (A5). Throws AppError('not-found').
 */
export async function reserveAmount(
  tools: Tools,
  collectionId: string,
  request: AmountRequest,
  address: string,
): Promise<ReservedAmount> {
  const { limits } = tools
  const mayDraw = await limits.tryCount(OF_ADDRESS, collectionId, address)
  let isNew = false
  try {
    const reserved = await findOrDraw(tools, collectionId, request, mayDraw)
    isNew = reserved.isNew
    return reserved.amount
  } finally {
    if (!isNew) await limits.giveBack(OF_ADDRESS, collectionId, address)
  }
}

/** Call it for a report that is stored: if it has its reserved amount, this address no longer holds that unreported. */
export async function uncountAmount(
  { database, limits }: Pick<Tools, 'database' | 'limits'>,
  { id, collectionId, amount }: { id: string; collectionId: string; amount: Centavos },
  address: string,
): Promise<void> {
  // Spares the statements: a unique amount is never of whole pesos.
  if (amount % 100 === 0) return
  const reserved = await database.query(
    'select from reserved_amounts where contribution_id = $1 and amount = $2::numeric / 100',
    [id, amount],
  )
  if (reserved.length > 0) await limits.giveBack(OF_ADDRESS, collectionId, address)
}

const OF_ADDRESS = 'amounts of collection from address'

interface Reserved {
  amount: ReservedAmount
  isNew: boolean // one more is reserved than before
}

async function findOrDraw(
  { database, now }: Tools,
  collectionId: string,
  { contributionId, amount: asked }: AmountRequest,
  mayDraw: boolean,
): Promise<Reserved> {
  const moment = now()
  const old = (amount: ReservedAmount): Reserved => ({ amount, isNew: false })
  const plain = old({ amount: asked, expiresAt: null })
  return database.transaction(async (tx) => {
    // Locked, so that two guests of one organiser do not draw the same amount.
    const [collection] = await tx.query<Collection>(
      `select k.id, k.creator_id as "organiserId", k.bank_account as "bankAccount",
              k.unique_cents and k.status = 'abierta' and k.suspended_at is null as "wantsUniqueAmount"
       from collections k join users u on u.id = k.creator_id
       where k.id = $1 and k.deleted_at is null
       for no key update of u`,
      [collectionId],
    )
    if (!collection) throw collectionGone()
    if (!collection.wantsUniqueAmount) return plain
    await tx.query('delete from reserved_amounts where organiser_id = $1 and expires_at <= $2', [
      collection.organiserId,
      moment.toISOString(),
    ])
    const [earlier] = await tx.query<ReservedAmount & { asked: Centavos; collectionId: string }>(
      `select (amount * 100)::int8 as amount, (asked * 100)::int8 as asked,
              expires_at as "expiresAt", collection_id as "collectionId"
       from reserved_amounts where contribution_id = $1`,
      [contributionId],
    )
    if (earlier) {
      if (earlier.collectionId !== collectionId) return plain
      const { amount, expiresAt } = earlier
      if (earlier.asked === asked) return old({ amount, expiresAt })
      // The amount is reported already (reports.ts sets no expiry), so it must stay.
      if (expiresAt === null) return plain
      await tx.query('delete from reserved_amounts where contribution_id = $1', [contributionId])
    }
    if (!earlier && !mayDraw) return plain
    const amount = await draw(tx, collection, { contributionId, asked, moment })
    return amount ? { amount, isNew: !earlier } : plain
  })
}

interface Collection {
  id: string
  organiserId: string
  bankAccount: string
  wantsUniqueAmount: boolean
}

interface Draw {
  contributionId: string
  asked: Centavos
  moment: Date
}

/** Returns null when no amount is left. */
async function draw(
  tx: Transaction,
  { id, organiserId, bankAccount }: Collection,
  { contributionId, asked, moment }: Draw,
): Promise<ReservedAmount | null> {
  const account = bankAccountOf(bankAccount).value
  const [unreported] = await tx.query<{ count: number }>(
    `select count(*)::int as count from reserved_amounts
     where collection_id = $1 and expires_at is not null`,
    [id],
  )
  if ((unreported?.count ?? 0) >= MOST_RESERVED) return null
  const last = RANGES.at(-1)?.to ?? 0
  // Also those of collections that had another account: their guests transfer to the new one.
  const taken = await tx.query<{ amount: Centavos }>(
    `select (r.amount * 100)::int8 as amount
     from reserved_amounts r join collections k on k.id = r.collection_id
     where r.organiser_id = $1 and (r.account = $2 or k.bank_account = $3)
       and r.amount between $4::numeric / 100 and $5::numeric / 100`,
    [organiserId, account, bankAccount, asked, asked + last],
  )
  const amount = pickAmount(asked, new Set(taken.map((row) => row.amount)))
  if (amount === null) return null
  const expiresAt = new Date(moment.getTime() + RESERVED_FOR).toISOString()
  const reserved = await tx.query(
    `insert into reserved_amounts
       (contribution_id, collection_id, organiser_id, account, asked, amount, expires_at)
     values ($1, $2, $3, $4, $5::numeric / 100, $6::numeric / 100, $7)
     on conflict (contribution_id) do nothing
     returning contribution_id`,
    [contributionId, id, organiserId, account, asked, amount, expiresAt],
  )
  return reserved.length === 1 ? { amount, expiresAt } : null
}

/** Returns a free amount a little above `asked`, at random and never of whole pesos; null when none is left. */
export function pickAmount(
  asked: Centavos,
  taken: ReadonlySet<Centavos>,
  random: (below: number) => number = randomInt,
): Centavos | null {
  const limit = Math.max(SMALLEST_LIMIT, Math.floor(asked * LARGEST_SHARE))
  for (const { from, to } of RANGES) {
    const free: Centavos[] = []
    for (let more = from; more <= Math.min(to, limit); more += 1) {
      const amount = asked + more
      const isFree = amount % 100 !== 0 && amount <= MAX_AMOUNT && !taken.has(amount)
      if (isFree) free.push(amount)
    }
    const picked = free[free.length === 0 ? 0 : random(free.length)]
    if (picked !== undefined) return picked
  }
  return null
}

/** Frees amounts that were not reported in time, and those of collections that closed, or were deleted, 35 days ago. */
export async function freeAmounts({ database, now }: Omit<Tools, 'limits'>): Promise<void> {
  const moment = now()
  await database.query(
    `delete from reserved_amounts r
     where r.expires_at <= $1 or exists (
       select from collections k
       where k.id = r.collection_id
         and (k.status = 'cerrada' and k.updated_at <= $2 or k.deleted_at <= $2)
     )`,
    [moment.toISOString(), new Date(moment.getTime() - KEPT_AFTER_CLOSING).toISOString()],
  )
}
