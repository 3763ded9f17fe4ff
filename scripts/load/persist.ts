import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './ask.ts'
import type { Meter } from './meter.ts'

/* As web/reports/send-report.ts does it (R3). */
const ATTEMPTS = 3
const FIRST_PAUSE = 1_000 // ms, doubled each time
/** After those the page waits for the network or for a tap on "Reintentar": people here tap after so long. */
const TAP = 3_000 // ms

/** The codes of errors that another try may get past. */
const MAY_PASS = new Set(['unavailable', 'internal', 'too-many-requests'])
/** How the specification's messages tell a person to try again. */
const TRY_AGAIN = /intenta (nuevamente|en unos)/i

/** The server refused for good what it should have taken. */
class Refused extends Error {}

interface Tools {
  meter: Meter
  /** An error without a code, or whose message does not tell the person to try again. */
  onUnhelpfulError(answer: Answer): void
}

/**
 * Tries until the server accepts, and answers its answer; null when `giveUp` was aborted before that. Throws
 * Refused.
 */
export async function persist(
  { meter, onUnhelpfulError }: Tools,
  giveUp: AbortSignal,
  attempt: () => Promise<Answer>,
): Promise<Answer | null> {
  for (let failures = 1; !giveUp.aborted; failures++) {
    const answer = await attempt().catch((error: NodeJS.ErrnoException) => {
      meter.recordFailure(`no answer: ${error.code ?? error.name}`)
      return null
    })
    if (answer && answer.status < 300) return answer
    if (answer) judge(answer)
    const pause = failures % ATTEMPTS === 0 ? TAP : FIRST_PAUSE * 2 ** ((failures - 1) % ATTEMPTS)
    const asked = Number(answer?.headers['retry-after'] ?? 0) * 1000
    await sleep(asked || pause, undefined, { signal: giveUp }).catch(() => undefined)
  }
  return null

  function judge(answer: Answer): void {
    const { error, code } = (answer.body ?? {}) as { error?: string; code?: string }
    meter.recordFailure(`${answer.status} ${code}: ${error}`)
    if (code && !MAY_PASS.has(code)) throw new Refused(`${answer.status} ${code}: ${error}`)
    if (!code || !TRY_AGAIN.test(error ?? '')) onUnhelpfulError(answer)
  }
}
