/*
 * Ends the oldest stream of a session, person or address that has too many (S6). The tabs of a browser share a
 * stream, so a session has several only while dead ones linger.
 */
import { countBy } from '../../../shared/group-by.ts'

const PER_SESSION = 8
const PER_PERSON = 20

export interface Listener {
  session: string
  person: string
  /** The address of the rate limits: an IPv4 address, or the /64 network of an IPv6 one. */
  address: string
}

interface Stream extends Listener {
  end(): void
}

export function createOpenStreams(perAddress: number) {
  const open = new Set<Stream>() // oldest first

  function oneTooMany(newest: Stream): Stream | undefined {
    const like = (key: keyof Listener) => [...open].filter((other) => other[key] === newest[key])
    const ofSession = like('session')
    if (ofSession.length > PER_SESSION) return ofSession[0]
    const ofPerson = like('person')
    if (ofPerson.length > PER_PERSON) return ofPerson[0]
    const ofAddress = like('address')
    if (ofAddress.length > perAddress) return oldestOfBusiest(ofAddress)
    return undefined
  }

  return {
    /** Calls `end` of an older stream if there are too many. Returns a function that removes the new one. */
    add(listener: Listener, end: () => void): () => void {
      const stream = { ...listener, end }
      open.add(stream)
      const surplus = oneTooMany(stream)
      if (surplus) {
        open.delete(surplus)
        surplus.end()
      }
      return () => open.delete(stream)
    },
  }
}

/** Returns the oldest stream of the person who has the most, because many people may share an address. */
function oldestOfBusiest(streams: readonly Stream[]): Stream | undefined {
  const counts = countBy(streams, ({ person }) => person)
  const most = Math.max(...counts.values())
  return streams.find(({ person }) => counts.get(person) === most)
}
