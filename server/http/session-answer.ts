import type { User } from '../../shared/user.ts'

/**
 * A session answers `{access_token, refresh_token, user}`. A browser holds it in a cookie and sees
 * both tokens null; another caller logs in with `"session": "bearer"`, gets its token as
 * `access_token` and shows it as `Authorization: Bearer …` (A1).
 */
export function sessionAnswer(user: User | null, token: string | null = null) {
  return { access_token: token, refresh_token: null, user }
}
