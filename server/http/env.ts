import type { User } from '../../shared/user.ts'

/** What the middleware puts beside a request. */
export interface Env {
  Variables: {
    requestId: string
    /** Where they ask from, as limits count it (A5): an IPv4 address, or the network of an IPv6 one. */
    address: string
    /** Who asks, or null. */
    user: User | null
    /** The token they showed, if it is good. */
    sessionToken: string | null
  }
}
