import type { SessionAnswer } from '../../shared/api/start.ts'
import type { User } from '../../shared/user.ts'

/** `token`: for clients that asked for a bearer token (A1). */
export function sessionAnswer(user: User | null, token: string | null = null): SessionAnswer {
  return { access_token: token, refresh_token: null, user }
}
