/*
 * Whose data is still on this device although their session has ended: those who signed out somewhere else, or
 * whose session expired. What they last saw goes at once and is replaced by a mark, which stays until their
 * copy is deleted too, and as long as changes of theirs wait to be sent (S10).
 */
import { forgetSeen, peopleSeen } from './seen-answers.ts'

export interface LeftData {
  personId: string
  /** When it was noticed that their session had ended. */
  since: Date
}

type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'entre-todos-left-'

/**
 * Returns everybody but `present` whose data is here, and marks them. `present`: who is signed in, as the
 * server said; null for nobody. A browser that refuses storage holds nothing.
 */
export function markLeftData(
  present: string | null,
  now: Date,
  openStorage: () => DeviceStorage = () => localStorage,
): LeftData[] {
  try {
    const storage = openStorage()
    if (present !== null) removeMark(present, storage)
    for (const personId of peopleSeen(storage)) {
      if (personId === present) continue
      storage.setItem(nameFor(personId), now.toISOString())
      forgetSeen(personId, storage)
    }
    return marks(storage)
  } catch {
    return []
  }
}

/** Nothing of this person is left. */
export function removeMark(personId: string, storage: DeviceStorage): void {
  storage.removeItem(nameFor(personId))
}

function marks(storage: DeviceStorage): LeftData[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({
      personId: name.slice(PREFIX.length),
      since: new Date(storage.getItem(name) ?? 0),
    }))
}

const nameFor = (personId: string) => PREFIX + personId
