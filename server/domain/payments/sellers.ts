import type { Logger } from 'pino'
import { AppError } from '../../../shared/errors.ts'
import type { Seller } from '../../../shared/seller.ts'
import type { Transaction } from '../../../shared/sql.ts'
import { DAY, MINUTE } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'
import {
  GrantRefused,
  type MercadoPagoOAuth,
  type SellerGrant,
} from '../../providers/mercado-pago-oauth.ts'
import type { PaymentProvider, SellerAccount } from '../../providers/payment-provider.ts'
import type { LogError } from '../error-log.ts'
import type { MailQueue } from '../mail-queue.ts'
import { hashToken, newSecretToken } from '../tokens.ts'
import { causeOf } from './cause-of.ts'
import { createTokenCipher } from './token-cipher.ts'

const ATTEMPT_LASTS = 10 * MINUTE
const RENEWED_BEFORE = 30 * DAY // so that there is time to try again every hour
const RENEWAL_LASTS = 60 * MINUTE // after it another process may try

export type Sellers = ReturnType<typeof createSellers>

export interface PaymentContext {
  database: Database
  payments: readonly PaymentProvider[]
  sellers: Sellers
  log: Logger
  logError: LogError
  now(): Date
}

interface Tools {
  database: Database
  mailQueue: MailQueue
  oauth: MercadoPagoOAuth | null // null when no application is configured
  secret: string
  log: Logger
  logError: LogError
  now(): Date
}

interface Row {
  userId: string
  accountId: string
  tokens: string
}
const COLUMNS = 's.user_id as "userId", s.account_id as "accountId", s.tokens'

const UPSERT = `
  insert into sellers (
    user_id, account_id, account_name, tokens, key_id, connected_at, renew_at
  )
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (user_id) do update set
    account_id = excluded.account_id, account_name = excluded.account_name,
    tokens = excluded.tokens, key_id = excluded.key_id,
    connected_at = excluded.connected_at, renew_at = excluded.renew_at, broken_at = null`

/** Connects organisers' Mercado Pago accounts by OAuth, stores their tokens encrypted, and renews them. */
export function createSellers({ database, mailQueue, oauth, secret, log, logError, now }: Tools) {
  const cipher = createTokenCipher(secret)
  const after = (ms: number) => new Date(now().getTime() + ms).toISOString()

  /** Returns Mercado Pago's address; stores an attempt of this session. Throws AppError('unavailable'). */
  async function begin(userId: string, session: string): Promise<URL> {
    if (!oauth) throw notOffered()
    const [state, verifier] = [newSecretToken(), newSecretToken()]
    await database.query('delete from seller_attempts where expires_at <= $1', [after(0)])
    await database.query(
      `insert into seller_attempts (id, user_id, session, verifier, expires_at)
       values ($1, $2, $3, $4, $5)`,
      [hashToken(state), userId, hashToken(session), verifier, after(ATTEMPT_LASTS)],
    )
    return oauth.address(state, verifier)
  }

  /** Stores the tokens. Throws AppError: 'not-allowed' for another session or a refusal; 'unavailable'. */
  async function finish(
    userId: string,
    session: string,
    { state, code }: { state: string; code: string },
  ): Promise<void> {
    if (!oauth) throw notOffered()
    const [attempt] = await database.query<{ verifier: string }>(
      `delete from seller_attempts
       where id = $1 and user_id = $2 and session = $3 and expires_at > $4
       returning verifier`,
      [hashToken(state), userId, hashToken(session), after(0)],
    )
    if (!attempt) throw refused()
    const grant = await oauth.exchange(code, attempt.verifier).catch((error) => {
      const refusal = error instanceof GrantRefused ? refused(error) : error
      logError(refusal, 'seller not connected')
      throw refusal
    })
    const name = await oauth.nameOf(grant.accessToken)
    await database.transaction(async (tx) => {
      await tx.query(UPSERT, [
        userId,
        grant.accountId,
        name,
        cipher.seal(grant, userId),
        cipher.keyId,
        after(0),
        renewalOf(grant),
      ])
      await queueEmail(tx, userId, 'seller-connected')
    })
    void mailQueue.wake()
    log.info({ userId }, 'seller connected')
  }

  async function queueEmail(
    tx: Transaction,
    userId: string,
    kind: 'seller-connected' | 'seller-broken',
  ): Promise<void> {
    const [person] = await tx.query<{ email: string }>('select email from users where id = $1', [
      userId,
    ])
    if (person) await mailQueue.add(tx, kind, person.email)
  }

  const renewalOf = ({ expiresIn }: SellerGrant) =>
    after(Math.max(expiresIn - RENEWED_BEFORE, expiresIn / 2))

  async function rowOf(collectionId: string): Promise<Row | undefined> {
    const [row] = await database.query<Row>(
      `select ${COLUMNS} from collections c join sellers s on s.user_id = c.creator_id
       where c.id = $1 and s.broken_at is null and s.key_id = $2`,
      [collectionId, cipher.keyId],
    )
    return row
  }

  function accountIn(row: Row | undefined): SellerAccount | null {
    if (!row) return null
    return { id: row.accountId, accessToken: cipher.open(row.tokens, row.userId).accessToken }
  }

  async function claimRenewal(): Promise<Row | undefined> {
    const [row] = await database.query<Row>(
      `update sellers s set renew_at = $2
       where s.user_id = (
         select user_id from sellers
         where renew_at <= $1 and broken_at is null and key_id = $3
         order by renew_at
         limit 1
         for update skip locked
       )
       returning ${COLUMNS}`,
      [after(0), after(RENEWAL_LASTS), cipher.keyId],
    )
    return row
  }

  /** Discards the result when the person has disconnected or connected another account meanwhile. */
  async function renew({ userId, accountId, tokens }: Row, from: MercadoPagoOAuth): Promise<void> {
    try {
      const grant = await from.renew(cipher.open(tokens, userId).refreshToken)
      if (grant.accountId !== accountId) throw new GrantRefused('Tokens of another account')
      await database.query(
        'update sellers set tokens = $3, renew_at = $4 where user_id = $1 and tokens = $2',
        [userId, tokens, cipher.seal(grant, userId), renewalOf(grant)],
      )
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error
      log.warn({ userId, ...causeOf(error) }, 'seller connection broken')
      await database.transaction(async (tx) => {
        await tx.query('update sellers set broken_at = $3 where user_id = $1 and tokens = $2', [
          userId,
          tokens,
          after(0),
        ])
        await queueEmail(tx, userId, 'seller-broken') // sent only if it is broken then
      })
      void mailQueue.wake()
    }
  }

  return {
    begin,
    finish,

    async find(userId: string): Promise<Seller | null> {
      const [seller] = await database.query<Seller>(
        `select account_id as "accountId", account_name as "accountName",
                connected_at as "connectedAt",
                (broken_at is not null or key_id <> $2) as "isBroken"
         from sellers where user_id = $1`,
        [userId, cipher.keyId],
      )
      return seller ?? null
    },

    /** The next reconciliation checks them (reconcile-payments.ts). */
    async makeCheckoutsDue(userId: string): Promise<void> {
      await database.query(
        `update checkouts o set next_check_at = $2
         from contributions c, sellers s
         where c.id = o.contribution_id and c.organiser_id = $1 and c.payment_status = 'pending'
           and s.user_id = $1 and o.seller = s.account_id and o.url is not null`,
        [userId, after(0)],
      )
    },

    async forget(userId: string): Promise<void> {
      await database.query('delete from sellers where user_id = $1', [userId])
    },

    isConnected: async (collectionId: string) => (await rowOf(collectionId)) !== undefined,
    ofCollection: async (collectionId: string) => accountIn(await rowOf(collectionId)),

    /** By the provider's id; also a broken account, whose token may be valid until it expires. */
    async byAccount(accountId: string): Promise<SellerAccount | null> {
      const [row] = await database.query<Row>(
        `select ${COLUMNS} from sellers s
         where s.account_id = $1 and s.key_id = $2
         order by s.broken_at nulls first, s.connected_at desc
         limit 1`,
        [accountId, cipher.keyId],
      )
      return accountIn(row)
    },

    /** For an account whose token the provider rejected. */
    async makeRenewalDue(accountId: string): Promise<void> {
      await database.query(
        'update sellers set renew_at = least(renew_at, $2::timestamptz) where account_id = $1',
        [accountId, after(0)],
      )
    },

    /** An account whose renewal is rejected is marked as broken, with an e-mail. Stops when the provider does not respond. */
    async renewDue(signal?: AbortSignal): Promise<void> {
      if (!oauth) return
      while (!signal?.aborted) {
        const due = await claimRenewal()
        if (!due) return
        try {
          await renew(due, oauth)
        } catch (error) {
          log.warn({ userId: due.userId, ...causeOf(error) }, 'seller not renewed')
          return
        }
      }
    },
  }
}

function notOffered(): AppError {
  return new AppError('not-found', 'Mercado Pago no está disponible en esta instalación.')
}

function refused(cause?: unknown): AppError {
  return new AppError(
    'not-allowed',
    'No se pudo conectar tu cuenta de Mercado Pago. Intenta nuevamente.',
    { cause },
  )
}
