/*
 * PGlite (0.5.8) parses, describes, binds, describes again and executes each statement. Parsing and describing take as
 * long as a short statement itself. Here a repeated statement gets a name in the engine, as in postgres.js: PostgreSQL
 * parses and describes it once, and may cache its plan. For the server's engine and the replica's.
 */
import type { PGlite } from '@electric-sql/pglite'

type Send = PGlite['execProtocolStream']
type Options = Parameters<Send>[1]
type Messages = Awaited<ReturnType<Send>>

const MAX_PREPARED = 100 // each takes some 50 kB of the engine's memory
const MAX_SEEN = 1_000

interface Prepared {
  text: string
  name: string
  parsed: Messages
  /** The types of its parameters and its rows. */
  described?: Messages
}

/** Replaces the engine's `execProtocolStream`. Returns the same engine. */
export function prepareStatements<Engine extends Pick<PGlite, 'execProtocolStream'>>(
  engine: Engine,
): Engine {
  const send: Send = engine.execProtocolStream.bind(engine)
  const prepared = new Map<string, Prepared>() // the last used one at the end
  const isKnown = rememberTexts()
  const unused: string[] = [] // names to free
  let names = 0
  // PGlite sends all messages of one statement before those of the next.
  let current: Prepared | undefined

  engine.execProtocolStream = async (message, options) => {
    if (typeOf(message) === 'P') {
      current = undefined
      current = await prepare(message, options)
      return current ? current.parsed : send(message, options)
    }
    if (!current) return send(message, options)
    try {
      return await sendNamed(current, message, options)
    } catch (error) {
      // Prepared again next time: it may not fit tables that have changed.
      prepared.delete(current.text)
      unused.push(current.name)
      current = undefined
      throw error
    }
  }

  async function prepare(message: Uint8Array, options: Options): Promise<Prepared | undefined> {
    for (const name of unused.splice(0)) await send(closeOf(name), options)
    const text = textOf(message)
    let statement = prepared.get(text)
    if (!statement) {
      if (!isKnown(text)) return
      const name = `s${names++}`
      statement = { text, name, parsed: await send(withName(message, 5, name), options) }
    }
    prepared.delete(text)
    prepared.set(text, statement)
    for (const oldest of prepared.values()) {
      if (prepared.size <= MAX_PREPARED) break
      prepared.delete(oldest.text)
      unused.push(oldest.name)
    }
    return statement
  }

  async function sendNamed(
    statement: Prepared,
    message: Uint8Array,
    options: Options,
  ): Promise<Messages> {
    switch (typeOf(message)) {
      case 'D':
        // PGlite describes the statement first, and then the portal, which has no parameters.
        if (message[5] !== 'S'.charCodeAt(0)) {
          return (statement.described ?? []).filter(({ name }) => name !== 'parameterDescription')
        }
        statement.described ??= await send(withName(message, 6, statement.name), options)
        return statement.described
      case 'B':
        return send(withName(message, 6, statement.name), options)
      default:
        return send(message, options)
    }
  }

  return engine
}

const typeOf = (message: Uint8Array) => String.fromCharCode(message[0] ?? 0)

/** Returns a function that is true for a text it got before. Never for COPY and SET, which are seldom repeated. */
function rememberTexts(): (text: string) => boolean {
  const seen = new Set<string>()
  return (text) => {
    if (!/^\s*(?:select|with|insert|update|delete)\b/.test(text)) return false
    if (seen.has(text)) return true
    if (seen.size === MAX_SEEN) seen.clear()
    seen.add(text)
    return false
  }
}

/** A Parse message: five bytes of head, an empty name, the text, each with a zero byte, and two bytes that count types. */
function textOf(message: Uint8Array): string {
  return new TextDecoder().decode(message.subarray(6, -3))
}

/** Inserts a name before the zero byte at `place`. The four bytes after the first one count all but the first. */
function withName(message: Uint8Array, place: number, name: string): Uint8Array {
  const bytes = new TextEncoder().encode(name)
  const named = new Uint8Array(message.length + bytes.length)
  named.set(message.subarray(0, place))
  named.set(bytes, place)
  named.set(message.subarray(place), place + bytes.length)
  new DataView(named.buffer).setUint32(1, named.length - 1)
  return named
}

function closeOf(name: string): Uint8Array {
  return withName(new TextEncoder().encode('C\0\0\0\0S\0'), 6, name)
}
