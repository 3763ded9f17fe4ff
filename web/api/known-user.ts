/* The last person who signed in on this device: pages open for them until the server responds, and offline. */
import { isUser } from '../../shared/api/start.ts'
import type { User } from '../../shared/user.ts'
import { readStoredJson, store } from './device-storage.ts'

const KEY = 'known-user'

export function readKnownUser(): User | null {
  const user = readStoredJson(KEY)
  return isUser(user) ? user : null
}

export function keepKnownUser(user: User | null): void {
  store(KEY, user && JSON.stringify(user))
}

export function onKnownUser(listener: (user: User | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) listener(readKnownUser())
  })
}
