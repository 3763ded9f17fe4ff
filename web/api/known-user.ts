/* The last person signed in here: the program opens for them until the server responds, and offline. */
import { isUser } from '../../shared/api/start.ts'
import type { User } from '../../shared/user.ts'

const KEY = 'known-user'

export function readKnownUser(): User | null {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isUser(user) ? user : null
  } catch {
    return null
  }
}

export function keepKnownUser(user: User | null): void {
  try {
    if (user) localStorage.setItem(KEY, JSON.stringify(user))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage only the server knows.
  }
}

export function onKnownUser(listener: (user: User | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) listener(readKnownUser())
  })
}
