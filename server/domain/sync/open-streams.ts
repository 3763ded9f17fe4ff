/*
 * Which streams of changes are open in this process, and whose they are (S6). The tabs of a browser share one, so a
 * session has several only while old ones linger: of a phone that changed networks, say. So the oldest ends: most
 * likely nobody listens to it any more.
 */

const PER_SESSION = 8
const PER_PERSON = 20

/** Whose stream it is. */
export interface Listener {
  session: string
  person: string
  /** As limits count it: an IPv4 address, or the network of an IPv6 one. */
  address: string
}

export interface OpenStreams {
  /** Adds a stream, and calls the `end` of an older one where that makes one too many. Returns how to remove it. */
  add(listener: Listener, end: () => void): () => void
}

interface Stream extends Listener {
  end(): void
}

/** `perAddress`: how many streams one address may have. */
export function createOpenStreams(perAddress: number): OpenStreams {
  const open = new Set<Stream>() // in the order in which they were opened

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
    add(listener, end) {
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

/** Many people may share an address: who has most of its streams gives one up. */
function oldestOfBusiest(streams: readonly Stream[]): Stream | undefined {
  const counts = new Map<string, number>()
  for (const { person } of streams) counts.set(person, (counts.get(person) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return streams.find(({ person }) => counts.get(person) === most)
}
