import type { User } from '../../shared/user.ts'

export interface Env {
  Variables: {
    requestId: string
    /** As limits count it (A5): an IPv4 address, or the /64 network of an IPv6 one. */
    address: string
    /** null for a guest. */
    user: User | null
    /** Only of a valid session. */
    sessionToken: string | null
  }
}
