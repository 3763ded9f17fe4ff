/* The last person who signed in on this device: pages open for them until the server responds, and offline. */
import { isUser } from '../../shared/api/start.ts'
import type { User } from '../../shared/user.ts'
import { readStored, readStoredJson, store } from './device-storage.ts'

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
    if (key === KEY) listener(readKnownUser())
  })
  // A page in the browser's back/forward cache gets no such event.
  let before: string | null = null
  window.addEventListener('pagehide', () => {
    before = readStored(KEY)
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readStored(KEY) !== before) listener(readKnownUser())
  })
}
