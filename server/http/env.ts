import type { User } from '../../shared/user.ts'

/** What the middleware puts beside a request. */
export interface Env {
  Variables: {
    requestId: string
    /** Who asks, or null. */
    user: User | null
    /** The token they showed, if it is good. */
    sessionToken: string | null
  }
}
