import type { User } from '../../shared/user.ts'

/** Variables that middleware sets on a request. */
export interface Env {
  Variables: {
    requestId: string
    /** The client's address as limits count it (A5): an IPv4 address, or the /64 network of an IPv6 one. */
    address: string
    /** The signed-in person, or null. */
    user: User | null
    /** The session's token, if it is valid. */
    sessionToken: string | null
  }
}
