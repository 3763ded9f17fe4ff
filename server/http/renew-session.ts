import Bowser from 'bowser'
import type { Context as Request } from 'hono'
import type { User } from '../../shared/user.ts'
import type { Sessions } from '../domain/sessions.ts'
import type { Env } from './env.ts'

/** Ends the session that the client sent, too (A1). */
export async function renewSession(
  c: Request<Env>,
  sessions: Sessions,
  userId: string,
): Promise<{ token: string; user: User | null }> {
  const before = c.get('sessionToken')
  if (before) await sessions.end(before)
  const token = await sessions.create(userId, deviceOf(c))
  return { token, user: (await sessions.find(token))?.user ?? null }
}

/** For the session's owner, e.g. 'Chrome en Android'. The user agent itself is not stored. */
export function deviceOf(c: Request): string {
  const { browser, os } = Bowser.parse(c.req.header('User-Agent') || 'unknown')
  return [browser.name, os.name].filter(Boolean).join(' en ') || 'Otro programa'
}
