import type { User } from '../../shared/user.ts'

export interface Env {
  Variables: {
    requestId: string
    address: string // as the rate limits count it (A5): IPv4, or the /64 network of IPv6
    user: User | null // null for a guest
    sessionToken: string | null // only of a valid session
  }
}
