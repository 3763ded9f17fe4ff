/*
 * Who was last signed in on this device, so that the program opens for them before the server has
 * answered, and without a network. The server's answer decides; signing out forgets.
 */
import type { User } from '../../shared/user.ts'

const KEY = 'known-user'

export function readKnownUser(): User | null {
  try {
    const user: Partial<User> | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const isWhole = typeof user?.id === 'string' && typeof user.firstName === 'string'
    return isWhole ? (user as User) : null
  } catch {
    return null
  }
}

/** Keeps who is here, or that nobody is. A browser that refuses storage goes on without. */
export function keepKnownUser(user: User | null): void {
  try {
    if (user) localStorage.setItem(KEY, JSON.stringify(user))
    else localStorage.removeItem(KEY)
  } catch {
    // Then only the server knows.
  }
}

/** Calls back when another tab signed in or out. */
export function onKnownUser(listener: (user: User | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) listener(readKnownUser())
  })
}
