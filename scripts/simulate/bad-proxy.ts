/*
 * An HTTP proxy that injects network faults into runs over real sockets (socket-run.ts). It loses, delays, repeats and
 * reorders requests, loses or truncates responses, returns 502, and cuts streams or stops forwarding them without
 * closing either connection.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../listen.ts'
import type { Random } from '../seed/random.ts'
import type { NetworkConditions } from './network.ts'

/** Delay of a repeated or overtaken request. */
const LONGEST_DELAY = 4_000 // ms

export const GOOD_CONDITIONS: NetworkConditions = { faultRate: 0, longestDelayMs: 5 }

interface Options {
  random: Random
  /** Each request goes to one of these servers. */
  origins: readonly [string, ...string[]]
  /** Called with what went wrong, such as `responses lost`, and the request's path. */
  onMishap(what: string, path?: string): void
}

export type BadProxy = Awaited<ReturnType<typeof startBadProxy>>

interface Sent {
  method: string | undefined
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export async function startBadProxy({ random, origins, onMishap }: Options) {
  const late = new Set<Promise<void>>()
  const streams = new Map<ServerResponse, { isSilent: boolean }>()
  const silent = new Set<ServerResponse>()
  const delay = () => sleep(random.whole(0, proxy.conditions.longestDelayMs))

  function goesWrong(share: number, what: string, path?: string): boolean {
    const isWrong = random.chance(proxy.conditions.faultRate * share)
    if (isWrong) onMishap(what, path)
    return isWrong
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url: path = '/', headers } = incoming
    const sent = { method, path, headers, body: await buffer(incoming) }
    const isStream = /^\/api\/sync(\?|$)/.test(path)
    if (isLostInPartition(path, outgoing)) return
    await delay()
    if (goesWrong(0.1, 'requests lost', path)) return drop(outgoing)
    if (goesWrong(0.06, '502 returned', path))
      return void outgoing.writeHead(502).end('<html>Bad Gateway')
    if (!isStream && goesWrong(0.12, 'requests overtaken', path)) {
      arriveLate(sent)
      return drop(outgoing)
    }
    if (!isStream && goesWrong(0.2, 'requests repeated', path)) arriveLate(sent)

    const answer = await forward(sent)
    const isLive = answer.headers['content-type']?.startsWith('text/event-stream')
    if (isLive) return carry(answer, outgoing)
    const body = await buffer(answer)
    await delay()
    if (isLostInPartition(path, outgoing)) return
    if (goesWrong(0.12, 'responses lost', path)) return drop(outgoing)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    if (body.length > 1 && goesWrong(0.1, 'responses cut', path)) return cutInside(outgoing, body)
    outgoing.end(body)
  }

  /** Forwards a stream in order: it is one TCP connection. */
  async function carry(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const stream = { isSilent: false }
    streams.set(outgoing, stream)
    outgoing.once('close', () => {
      streams.delete(outgoing)
      answer.destroy()
    })
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    for await (const chunk of answer) {
      await delay()
      if (proxy.isPartitioned || goesWrong(0.03, 'streams silent')) fallSilent(outgoing, stream)
      if (stream.isSilent) continue
      if (goesWrong(0.05, 'streams cut inside an event')) return cutInside(outgoing, chunk)
      outgoing.write(chunk)
    }
    if (!stream.isSilent) outgoing.end()
  }

  function fallSilent(outgoing: ServerResponse, stream: { isSilent: boolean }): void {
    stream.isSilent = true
    silent.add(outgoing)
  }

  function isLostInPartition(path: string, outgoing: ServerResponse): boolean {
    if (proxy.isPartitioned) {
      onMishap('requests in a partition', path)
      drop(outgoing)
    }
    return proxy.isPartitioned
  }

  /** Ends the connection, or leaves it silent. */
  function drop(outgoing: ServerResponse): void {
    if (random.chance(0.8)) outgoing.destroy()
    else silent.add(outgoing)
  }

  function cutInside(outgoing: ServerResponse, bytes: Buffer): void {
    const part = bytes.subarray(0, random.whole(1, Math.max(1, bytes.length - 1)))
    outgoing.write(part, () => outgoing.destroy())
  }

  function arriveLate(sent: Sent): void {
    const arrival = sleep(random.whole(0, LONGEST_DELAY))
      .then(() => forward(sent))
      .then((answer) => buffer(answer))
      .then(() => undefined)
      .catch(() => undefined) // a server that was killed
      .finally(() => late.delete(arrival))
    late.add(arrival)
  }

  function forward({ method, path, headers, body }: Sent): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asking = request(random.pick(origins) + path, { agent: false, method, headers })
      asking.once('response', resolve).once('error', reject).end(body)
    })
  }

  const server = createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
    outgoing.once('close', () => silent.delete(outgoing))
    pass(incoming, outgoing).catch(() => outgoing.destroy()) // one of both ends is gone
  })
  const port = await listen(server)

  const proxy = {
    origin: `http://127.0.0.1:${port}`,
    conditions: GOOD_CONDITIONS,
    /** While true, nothing passes. */
    isPartitioned: false,
    /** Ends or silences each open stream. */
    cutStreams() {
      for (const [outgoing, stream] of streams) {
        const isSilent = random.chance(0.3)
        onMishap(isSilent ? 'streams silent' : 'streams cut')
        if (isSilent) fallSilent(outgoing, stream)
        else outgoing.destroy()
      }
    },
    /** Ends all silent connections. */
    endSilence() {
      for (const outgoing of silent) outgoing.destroy()
    },
    /** Resolves when no repeated or overtaken request is under way. */
    async untilNothingIsLate() {
      while (late.size > 0) await Promise.all(late)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
}
