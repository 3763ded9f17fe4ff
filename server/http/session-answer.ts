import type { User } from '../../shared/user.ts'

/**
 * Builds the response `{access_token, refresh_token, user}` (A1). For a browser both tokens are null, because
 * its session is a cookie. Other clients sign in with `"session": "bearer"`, get the token as `access_token`
 * and send it as `Authorization: Bearer …`.
 */
export function sessionAnswer(user: User | null, token: string | null = null) {
  return { access_token: token, refresh_token: null, user }
}
