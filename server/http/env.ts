import type { User } from '../../shared/user.ts'

/** The values that middleware stores in a request's context. */
export interface Env {
  Variables: {
    requestId: string
    /** As the rate limits count it (A5): an IPv4 address, or the /64 network of an IPv6 one. */
    address: string
    user: User | null // null for a guest
    sessionToken: string | null // only of a valid session
  }
}
