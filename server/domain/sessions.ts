/*
 * Sessions, by Lucia (A1): nobody else knows it is there. Two things are ours: an id is hashed
 * before it touches the database, and a session ends 90 days after it began however busy it is.
 */
import { type DatabaseUser, Lucia, TimeSpan } from 'lucia'
import type { User } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { hashToken } from './secret-token.ts'

const DAY = 24 * 60 * 60 * 1000 // in ms
const IDLE_DAYS = 30
const WHOLE_LIFE_DAYS = 90

export interface Sessions {
  /** Begins a session and answers its token, which is kept nowhere. */
  create(userId: string): Promise<string>
  /** Who the token belongs to, or null. `renewed`: it now lives longer than its holder knows. */
  find(token: string): Promise<{ user: User; renewed: boolean } | null>
  end(token: string): Promise<void>
  /** Ends every session of a person, as after a change of password. */
  endAll(userId: string): Promise<void>
  deleteExpired(): Promise<void>
}

interface Settings {
  now(): Date
  /** Who administrates besides those in the database (A8). */
  adminEmails?: readonly string[]
}

/** How long a cookie may be kept without being renewed. */
export const SESSION_SECONDS = IDLE_DAYS * 24 * 60 * 60

export function createSessions(database: Database, settings: Settings): Sessions {
  const lucia = new Lucia(adapter(database, settings), {
    sessionExpiresIn: new TimeSpan(IDLE_DAYS, 'd'),
    getUserAttributes: (user) => user,
  })
  return {
    create: async (userId) => (await lucia.createSession(userId, {})).id,
    async find(token) {
      const { session, user } = await lucia.validateSession(token)
      return session && { user, renewed: session.fresh }
    },
    end: (token) => lucia.invalidateSession(token),
    endAll: (userId) => lucia.invalidateUserSessions(userId),
    deleteExpired: () => lucia.deleteExpiredSessions(),
  }
}

/*
 * Lucia decides by the machine's clock when a session is stale; ours may be another. So it is told
 * when a session expires on its own clock, and the moments it asks us to write are ours.
 */
function adapter(
  database: Database,
  { now, adminEmails = [] }: Settings,
): ConstructorParameters<typeof Lucia>[0] {
  const onLuciasClock = (expiresAt: string) =>
    new Date(Date.now() + Date.parse(expiresAt) - now().getTime())
  const idleLimit = () => new Date(now().getTime() + IDLE_DAYS * DAY).toISOString()

  return {
    async getSessionAndUser(token) {
      const [row] = await database.query<User & { expiresAt: string }>(
        `select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
                u.is_admin or (u.email_confirmed_at is not null and u.email = any($2::text[]))
                  as "isAdmin",
                s.expires_at as "expiresAt"
         from sessions s
         join users u on u.id = s.user_id
         where s.id = $1`,
        [hashToken(token), adminEmails],
      )
      if (!row) return [null, null]
      const { expiresAt, ...user } = row
      return [
        { id: token, userId: user.id, expiresAt: onLuciasClock(expiresAt), attributes: {} },
        { id: user.id, attributes: user } satisfies DatabaseUser,
      ]
    },
    async setSession({ id, userId }) {
      await database.query(
        'insert into sessions (id, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
        [hashToken(id), userId, now().toISOString(), idleLimit()],
      )
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
    // Lucia asks this only for lists of sessions, which no screen shows.
    getUserSessions: async () => [],
  }
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Record<never, never>, User>
    DatabaseUserAttributes: User
  }
}
