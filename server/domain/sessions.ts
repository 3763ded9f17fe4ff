/*
 * Sessions (A1), by Lucia, which only this file uses. Unlike in Lucia, an id (200 random bits) is hashed in the
 * database, and a session ends after 90 days even if it is in use. NIST SP 800-63B asks for the password every 30 days.
 * But organisers return for weeks on their own phone and cannot move money here, and changes of the account require the
 * password anyway. A person has one session per device; the profile ends one or all others, a new password ends all.
 * Signing out here or at Google ends none on the other side.
 */
import { type DatabaseUser, Lucia, TimeSpan } from 'lucia'
import pLimit from 'p-limit'
import type { Sql } from '../../shared/sql.ts'
import { DAY, HOUR, SECOND } from '../../shared/time.ts'
import type { OpenSession, User } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { limitByKey } from '../data/limit-by-key.ts'
import { wrongCredentials } from './credentials.ts'
import { isCurrentHash } from './passwords.ts'
import { shareRuns } from './share-runs.ts'
import { hashToken } from './tokens.ts'

const IDLE_DAYS = 30
const WHOLE_LIFE_DAYS = 90

export type Sessions = ReturnType<typeof createSessions>

interface Found {
  user: User
  renewed: boolean // so that the cookie must be, too
}

interface Settings {
  now(): Date
  adminEmails?: readonly string[] // in addition to those in the database (A8)
}

export const SESSION_SECONDS = (IDLE_DAYS * DAY) / SECOND

export function createSessions(database: Database, settings: Settings) {
  const lucia = new Lucia(adapter(database, settings), {
    sessionExpiresIn: new TimeSpan(IDLE_DAYS, 'd'),
    getUserAttributes: (user) => user,
    getSessionAttributes: ({ seenAt }) => ({ seenAt }),
  })
  // Concurrent requests with one token share a look-up.
  const inTurn = limitByKey(1)
  const findOnce = shareRuns<Found | null>()
  const asked = new Set<string>()
  const openOnes = shareRuns<Set<string>>()
  const oneQuery = pLimit(1)
  return {
    /**
     * Returns the token. `device`: 'Chrome en Android'. `hash`: of the password that opens it. Throws
     * AppError('wrong-credentials') when that is not the person's any more: a change has ended all sessions (A1).
     */
    async create(userId: string, device = '', hash?: string): Promise<string> {
      const seenAt = settings.now().toISOString()
      return (await lucia.createSession(userId, { device, seenAt, hash })).id
    },
    find: (token: string) =>
      findOnce(
        token,
        (run) => inTurn(token, run),
        async () => {
          const { session, user } = await lucia.validateSession(token)
          if (session) await noteUse(database, token, session.seenAt, settings.now())
          return session && { user, renewed: session.fresh }
        },
      ),
    /**
     * Does not extend the session, because no cookie can be set. Tokens that are asked about during a query share the
     * next one: the heartbeats of a thousand streams come at once.
     */
    async isOpen(token: string): Promise<boolean> {
      const id = hashToken(token)
      asked.add(id)
      const open = await openOnes('', oneQuery, async () => {
        const ids = [...asked]
        asked.clear()
        const rows = await database.query<{ id: string }>(
          'select id from sessions where id = any($1) and expires_at > $2',
          [ids, settings.now().toISOString()],
        )
        return new Set(rows.map((row) => row.id))
      })
      return open.has(id)
    },
    end: (token: string) => lucia.invalidateSession(token),
    /** The last used first; `token` marks the current one. */
    async list(userId: string, token: string): Promise<OpenSession[]> {
      const current = hashToken(token)
      const rows = await database.query<Omit<OpenSession, 'current'>>(
        `select id, device, created_at as "beganAt", seen_at as "seenAt"
         from sessions
         where user_id = $1 and expires_at > $2
         order by seen_at desc, created_at desc`,
        [userId, settings.now().toISOString()],
      )
      return rows.map((row) => ({ ...row, current: row.id === current }))
    },
    async endOf(userId: string, id: string): Promise<void> {
      await database.query('delete from sessions where user_id = $1 and id = $2', [userId, id])
    },
    async endOthers(userId: string, token: string): Promise<void> {
      await database.query('delete from sessions where user_id = $1 and id <> $2', [
        userId,
        hashToken(token),
      ])
    },
    deleteExpired: () => lucia.deleteExpiredSessions(),
  }
}

async function noteUse(database: Database, token: string, seenAt: string, now: Date) {
  if (now.getTime() - Date.parse(seenAt) < HOUR) return
  await database.query('update sessions set seen_at = $2 where id = $1', [
    hashToken(token),
    now.toISOString(),
  ])
}

/* Lucia uses the machine's clock, tests another one: converts times between the two. */
function adapter(
  database: Database,
  { now, adminEmails = [] }: Settings,
): ConstructorParameters<typeof Lucia>[0] {
  const onLuciasClock = (expiresAt: string) =>
    new Date(Date.now() + Date.parse(expiresAt) - now().getTime())
  const idleLimit = () => new Date(now().getTime() + IDLE_DAYS * DAY).toISOString()

  return {
    async getSessionAndUser(token) {
      const [row] = await database.query<
        User & { expiresAt: string; device: string; seenAt: string }
      >(
        `select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
                u.is_admin or (u.email_confirmed_at is not null and u.email = any($2::text[]))
                  as "isAdmin",
                s.expires_at as "expiresAt", s.device, s.seen_at as "seenAt"
         from sessions s
         join users u on u.id = s.user_id
         where s.id = $1`,
        [hashToken(token), adminEmails],
      )
      if (!row) return [null, null]
      const { expiresAt, device, seenAt, ...user } = row
      return [
        {
          id: token,
          userId: user.id,
          expiresAt: onLuciasClock(expiresAt),
          attributes: { device, seenAt },
        },
        { id: user.id, attributes: user } satisfies DatabaseUser,
      ]
    },
    async setSession({ id, userId, attributes }) {
      const { device, seenAt, hash } = attributes
      const insert = (sql: Sql) =>
        sql.query(
          `insert into sessions (id, user_id, device, created_at, seen_at, expires_at)
           values ($1, $2, $3, $4, $4, $5)`,
          [hashToken(id), userId, device, seenAt, idleLimit()],
        )
      if (hash === undefined) await insert(database)
      else {
        await database.transaction(async (tx) => {
          if (!(await isCurrentHash(tx, userId, hash))) throw wrongCredentials()
          await insert(tx)
        })
      }
    },
    async updateSessionExpiration(token) {
      await database.query(
        `update sessions s
         set expires_at = limits.expires_at
         from (
           select least($2::timestamptz, created_at + interval '${WHOLE_LIFE_DAYS} days') as expires_at
           from sessions
           where id = $1
         ) limits
         where s.id = $1 and s.expires_at < limits.expires_at`,
        [hashToken(token), idleLimit()],
      )
    },
    async deleteSession(token) {
      await database.query('delete from sessions where id = $1', [hashToken(token)])
    },
    async deleteUserSessions(userId) {
      await database.query('delete from sessions where user_id = $1', [userId])
    },
    async deleteExpiredSessions() {
      await database.query('delete from sessions where expires_at <= $1', [now().toISOString()])
    },
    getUserSessions: async () => [],
  }
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ seenAt: string }, User>
    DatabaseUserAttributes: User
    DatabaseSessionAttributes: { device: string; seenAt: string; hash?: string | undefined }
  }
}
