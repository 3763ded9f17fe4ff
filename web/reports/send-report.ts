/* Sends one report, then its receipt (R1, R3). Each step is stored before the next, so a reload continues there. */
import { fileReport as fileReportCall, type ReceiptTicket } from '../../shared/api/collections.ts'
import { backOff } from '../../shared/async.ts'
import { AppError, hasCode } from '../../shared/errors.ts'
import { readKnownUser } from '../api/known-user.ts'
import { measurePayment } from '../api/measure.ts'
import { request } from '../api/request.ts'
import { sessionEnded } from '../api/session.ts'
import type { KeptReport, ReportState } from './kept-report.ts'
import { dropReport, keepReport } from './report-outbox.ts'

/** Attempts before it waits to be woken. */
const ATTEMPTS = 3
/** The pause when the server sends no Retry-After. */
const LATER_S = 60

interface Options {
  onState: (state: ReportState) => void
  /** The server has the report; `ownKey` opens it again for a guest. Called before the state is announced. */
  onFiled: (ownKey: string | null) => void
  /** Resolves when another attempt may succeed, or when stopped. */
  untilWoken: (stopped: AbortSignal) => Promise<void>
  sleep: (ms: number, stopped: AbortSignal) => Promise<void>
  /** Another page sends from now on. */
  stopped: AbortSignal
}

/**
 * Sends a report and its receipt with retries. Resolves when the server has both, has refused one permanently, or
 * takes no receipt because the report is not listed; a refused report stays in the outbox with the reason. Rejects
 * when stopped. `isUnknown`: the server found no report for the receipt, although it had accepted one.
 */
export async function sendReport(
  kept: KeptReport,
  options: Options,
  isUnknown = false,
): Promise<void> {
  const { onState } = options
  if (kept.isUnlisted) return sendUnlisted(kept, options)
  /** The server has the report already; it is sent again only to get a new capability for its receipt. */
  const known = isUnknown ? null : kept.capability
  const isKnown = known !== null
  let ticket: ReceiptTicket | null
  let ownKey = kept.ownKey ?? null
  try {
    ticket = await persist(options, isKnown, async () => {
      requirePerson(kept)
      onState(isKnown ? { name: 'sending-receipt', percent: 0 } : { name: 'sending-report' })
      const { receipt, key } = await fileReport(kept)
      ownKey = key
      options.onFiled(key)
      return receipt
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (isUnknown && error.code === 'conflict') return setAside(kept, options)
    if (!isKnown) {
      const refusal = { code: error.code, message: error.message }
      await keepReport({ ...kept, refusal })
      onState({ name: 'refused', error: refusal })
      return
    }
    // Its guest has corrected it since (S12). The capability of before still permits its receipt.
    ticket = { capability: known, attached: false }
  }
  // A report with a capability was measured before.
  if (kept.capability === null) {
    const { collectionId, personId, report } = kept
    measurePayment({ ...report, collectionId }, personId === null ? 'guest' : 'logged')
  }
  if (!kept.receipt || !ticket || ticket.attached) {
    await dropReport(kept.id)
    onState({ name: 'received' })
    return
  }
  const reported = { ...kept, capability: ticket.capability, ownKey }
  await keepReport(reported)
  try {
    await sendReceipt(reported, options)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'not-found') return refuseReceipt(reported, options, error)
    // Deleted, or lost by a server that was restored from a backup: sending it again restores it.
    return isUnknown ? setAside(reported, options) : sendReport(reported, options, true)
  }
  await dropReport(kept.id)
  onState({ name: 'received' })
}

/** The server has the report, but takes no receipt for it: it was withdrawn or removed. Either may be undone. */
async function setAside(kept: KeptReport, { onState }: Options): Promise<void> {
  await keepReport({ ...kept, isUnlisted: true })
  onState({ name: 'unlisted' })
}

/** Sends only the receipt. */
async function sendUnlisted(kept: KeptReport, options: Options): Promise<void> {
  const onState = (state: ReportState) =>
    options.onState(state.name === 'waiting' ? { name: 'unlisted' } : state)
  try {
    await sendReceipt(kept, { ...options, onState })
  } catch (error) {
    // 'not-allowed': its capability has ended, about when the server deletes the report.
    if (hasCode(error, 'not-found') || hasCode(error, 'not-allowed'))
      return onState({ name: 'unlisted' })
    if (error instanceof AppError) return refuseReceipt(kept, options, error)
    throw error
  }
  await dropReport(kept.id)
  onState({ name: 'received' })
}

function requirePerson({ personId }: KeptReport): void {
  if (personId !== null && readKnownUser()?.id !== personId) {
    throw new AppError('not-signed-in', 'Inicia sesión para que tu aporte se registre.')
  }
}

/** Sends the report. Its id makes a repeated one the same contribution. A guest's report is sent without a session. */
async function fileReport({ collectionId, report, personId }: KeptReport) {
  try {
    return await request(fileReportCall, {
      params: { id: collectionId },
      input: report,
      as: personId,
    })
  } catch (error) {
    if (hasCode(error, 'not-signed-in')) sessionEnded()
    throw error
  }
}

/** If the server refused the file itself, the report stays without it, and another can be chosen. */
async function refuseReceipt(kept: KeptReport, { onState }: Options, { code, message }: AppError) {
  const takesAnother = code === 'invalid-input' || code === 'too-large'
  if (takesAnother) await keepReport({ ...kept, receipt: null, receiptProblem: message })
  else await dropReport(kept.id)
  onState({ name: 'receipt-refused', message, takesAnother })
}

async function sendReceipt(kept: KeptReport, options: Options): Promise<void> {
  const { id: contributionId, capability, receipt } = kept
  if (!receipt || !capability) return
  const size = receipt.bytes.byteLength
  let best = 0
  // The report is there: announced before the first byte of the file.
  options.onState({ name: 'sending-receipt', percent: 0 })
  await persist(options, true, async (progressed) => {
    const { uploadReceipt } = await import('./upload-receipt.ts').catch(asUnavailable)
    await uploadReceipt({
      contributionId,
      capability,
      receipt,
      stopped: options.stopped,
      onProgress: (bytes) =>
        options.onState({ name: 'sending-receipt', percent: Math.floor((100 * bytes) / size) }),
      onAcknowledged(bytes) {
        if (bytes > best) progressed()
        best = Math.max(best, bytes)
      },
    })
  })
}

/** Retries with back-off. After ATTEMPTS without progress it waits for `untilWoken`, after a Retry-After until then (A5). */
async function persist<T>(
  { onState, untilWoken, sleep, stopped }: Options,
  reported: boolean,
  attempt: (progressed: () => void) => Promise<T>,
): Promise<T> {
  let failures = 0
  let broken: AppError | null = null
  const progressed = () => {
    failures = 0
  }
  while (true) {
    try {
      return await attempt(progressed)
    } catch (error) {
      if (!(error instanceof AppError) || !MAY_PASS.has(error.code)) throw error
      if (error.code === 'too-many-requests' || error.code === 'no-space') {
        const cause = error.code === 'no-space' ? 'space' : 'turn'
        onState({ name: 'waiting', reported, for: cause, reason: error.message })
        await sleep((error.retryAfter ?? LATER_S) * 1000, stopped)
        continue
      }
      if (error.code === 'not-signed-in') {
        onState({ name: 'waiting', reported, for: 'sign-in', reason: error.message })
        await untilWoken(stopped)
        continue
      }
      // The next request is tus' HEAD, whose response has no body, so this error's message is kept.
      if (error.code === 'internal') broken = error
      failures++
      if (failures < ATTEMPTS) {
        await sleep(backOff(failures - 1), stopped)
      } else {
        onState({ name: 'waiting', reported, ...waitingFor(broken ?? error, reported) })
        await untilWoken(stopped)
        failures = 0
        broken = null
      }
    } finally {
      // If another page has taken over, drop this result: that page asks the server and stores it.
      stopped.throwIfAborted()
    }
  }
}

/** Returns the waiting state after a failure. A failed report has a message of its own, whatever the server's error. */
function waitingFor({ code, message }: AppError, reported: boolean) {
  if (code !== 'internal') return { for: 'network', reason: message } as const
  return { for: 'server', reason: reported ? message : NOT_PROCESSED } as const
}

const NOT_PROCESSED = 'Hubo un problema al procesar tu pago. Por favor, intenta nuevamente.'

/** Errors that a retry may fix: a damaged file arrives complete, the person signs in again. */
const MAY_PASS = new Set([
  'unavailable',
  'damaged',
  'internal',
  'too-many-requests',
  'no-space',
  'not-signed-in',
])

function asUnavailable(cause: unknown): never {
  throw new AppError('unavailable', 'No hay conexión con el servidor.', { cause })
}
