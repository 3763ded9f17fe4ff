import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../seed/random.ts'
import type { Ledger } from './ledger.ts'
import type { Kind, Meter } from './meter.ts'
import type { HttpResponse, Send } from './request.ts'

/** The context that all clients of a load share. */
export interface ClientTools {
  origin: string
  send: Send
  ledger: Ledger
  meter: Meter
  random: Random
  /** Records a defect, in a sentence. */
  onFault(what: string): void
}

export interface Client extends ClientTools {
  /** Returns another number at each call. */
  serial(): number
  /** Retries until the server accepts, and records the time; null when it gave up. Throws Refused. */
  perform(kind: Kind, attempt: () => Promise<HttpResponse>): Promise<HttpResponse | null>
}

/* Retries as web/reports/send-report.ts does (R3). */
const ATTEMPTS = 3
const FIRST_PAUSE = 1_000 // ms, doubled each time
/** After ATTEMPTS the page waits for the network or a tap on "Reintentar". The tap is simulated after this time. */
const TAP = 3_000 // ms

/** Codes of errors for which another attempt may succeed. */
const TEMPORARY = new Set(['unavailable', 'internal', 'too-many-requests'])
/** The phrases by which a message asks a person to try again. */
const TRY_AGAIN = /intenta (nuevamente|en unos)/i

/** The server refused for good a request that it should accept. */
class Refused extends Error {}

/** Creates an HTTP client that retries. `giveUp`, once aborted, ends all attempts. */
export function createClient(tools: ClientTools, giveUp: AbortSignal): Client {
  const { meter, onFault } = tools
  let last = 0

  async function retry(attempt: () => Promise<HttpResponse>): Promise<HttpResponse | null> {
    for (let failures = 1; !giveUp.aborted; failures++) {
      const response = await attempt().catch((error: NodeJS.ErrnoException) => {
        meter.recordFailure(`no answer: ${error.code ?? error.name}`)
        return null
      })
      if (response && response.status < 300) return response
      if (response) checkError(response)
      const turn = failures % ATTEMPTS
      const pause = turn === 0 ? TAP : FIRST_PAUSE * 2 ** (turn - 1)
      const retryAfter = Number(response?.headers['retry-after'] ?? 0) * 1000
      await sleep(retryAfter || pause, undefined, { signal: giveUp }).catch(() => undefined)
    }
    return null
  }

  function checkError({ status, body }: HttpResponse): void {
    const { error, code } = (body ?? {}) as { error?: string; code?: string }
    meter.recordFailure(`${status} ${code}: ${error}`)
    if (code && !TEMPORARY.has(code)) throw new Refused(`${status} ${code}: ${error}`)
    if (!code || !TRY_AGAIN.test(error ?? '')) {
      onFault(`an error does not tell the person to try again: ${status} ${JSON.stringify(body)}`)
    }
  }

  return {
    ...tools,
    serial: () => ++last,
    async perform(kind, attempt) {
      const began = performance.now()
      const response = await retry(attempt)
      if (response) meter.record(kind, performance.now() - began)
      return response
    },
  }
}
