/* Marks of people whose session ended elsewhere: each stays until their replica and unsent changes are gone (S10). */
import { deletePersisted, endsOfKeys, peopleWithResults } from './persisted-results.ts'

export interface LeftData {
  personId: string
  since: Date
}

type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'entre-todos-left-'

/** Deletes cached results of everybody except `present`, whom the server considers signed in. Returns all marks. */
export function markLeftData(
  present: string | null,
  now: Date,
  openStorage: () => DeviceStorage = () => localStorage,
): LeftData[] {
  try {
    const storage = openStorage()
    if (present !== null) removeMark(present, storage)
    for (const personId of peopleWithResults(storage)) {
      if (personId === present) continue
      deletePersisted(personId, storage) // first: a full storage would refuse the mark
      storage.setItem(nameFor(personId), now.toISOString())
    }
    return endsOfKeys(PREFIX, storage).map((personId) => ({
      personId,
      since: new Date(storage.getItem(nameFor(personId)) ?? 0),
    }))
  } catch {
    return []
  }
}

export function removeMark(personId: string, storage: DeviceStorage): void {
  storage.removeItem(nameFor(personId))
}

const nameFor = (personId: string) => PREFIX + personId
