/*
 * The reports of this browser that the server lacks (R3). One tab sends those on the disk, and all tabs show them; what
 * the disk does not take, a page sends by itself. Two tabs that send at once do no harm: reports and uploads have ids.
 */
import { useSyncExternalStore } from 'react'
import { createSleeper, systemClock } from '../../shared/async.ts'
import { createObservable } from '../api/observable.ts'
import { keepOwnReport } from '../api/own-reports.ts'
import { type Election, joinElection } from '../outbox/election.ts'
import { onReturn } from '../outbox/on-return.ts'
import type { KeptReport, OutgoingReport, ReceiptFile, ReportState } from './kept-report.ts'
import {
  dropOldChosenReceipts,
  dropReport,
  isInMemory,
  keepReport,
  keptReports,
  onDiskChange,
  underWay,
} from './report-outbox.ts'
import { sendReport } from './send-report.ts'

const NAME = 'entre-todos-reports'
/** The interval at which waiting reports try the server. */
const ASK_EVERY_MS = 30_000

type Message = { type: 'kept' } | { type: 'wake' } | { type: 'state'; report: OutgoingReport }

const shown = createObservable<readonly OutgoingReport[]>([])
/** Elects the tab that sends the reports on the disk. null until they are resumed. */
let election: Election<Message> | null = null
/** For reports that only this page's memory has: no other tab can send them. */
const alone = new AbortController()
const sleeper = createSleeper(systemClock)

/** The reports since this page opened, oldest first; a received one stays until dismissed. */
export function useOutgoing(): readonly OutgoingReport[] {
  return useSyncExternalStore(shown.subscribe, shown.get)
}

/** Shows the stored reports and joins the election of the tab that sends them. Once for each page. */
export async function resumeReports(): Promise<void> {
  if (election) return
  const isShown = showKept()
  election = joinElection<Message>({
    name: NAME,
    allowsTwo: true,
    lead: (term) => void isShown.then(() => lead(term)),
    onMessage: receive,
  })
  onReturn(wakeReports)
  onDiskChange(() =>
    setShown(shown.get().map((one) => ({ ...one, isOnDisk: !isInMemory(one.id) }))),
  )
  void dropOldChosenReceipts(new Date()).catch(() => {})
  await isShown
  if (shown.get().length > 0) election.ask({ type: 'wake' })
}

/** Skips reports that another tab has announced meanwhile: those are newer. */
async function showKept(): Promise<void> {
  for (const kept of await keptReports()) {
    if (!shown.get().some(({ id }) => id === kept.id)) show(outgoing(kept, firstState(kept)))
  }
}

function lead(term: AbortSignal): void {
  // A suspended tab may have missed messages of the new leader.
  term.addEventListener('abort', () => void forgetGone())
  void sendAll(term)
}

/** Resolves when the disk has the report and its file; if it takes nothing, they are sent from memory. */
export async function takeReport(kept: KeptReport): Promise<void> {
  await keepReport(kept)
  show(outgoing(kept, firstState(kept)))
  const term = election?.term()
  if (term || isInMemory(kept.id)) send(kept, term ?? alone.signal)
  else election?.ask({ type: 'kept' })
}

export function wakeReports(): void {
  wake()
  if (!election?.term() && shown.get().some(({ isOnDisk }) => isOnDisk))
    election?.ask({ type: 'wake' })
}

/** Sends a refused report again: a colecta that was closed may be open by now. */
export async function retryReport(id: string): Promise<void> {
  const kept = await findKept(id)
  if (kept?.refusal) await takeReport({ ...kept, refusal: null })
}

export async function replaceReceipt(id: string, receipt: ReceiptFile): Promise<void> {
  const kept = await findKept(id)
  if (kept?.receiptProblem) await takeReport({ ...kept, receipt, receiptProblem: null })
}

/** Stops showing a report that another tab has dismissed. */
async function findKept(id: string): Promise<KeptReport | undefined> {
  const kept = (await keptReports()).find((report) => report.id === id)
  if (!kept) setShown(shown.get().filter((report) => report.id !== id))
  return kept
}

export async function dismissReport(id: string): Promise<void> {
  setShown(shown.get().filter((report) => report.id !== id))
  await dropReport(id)
}

/** Stops showing reports that have left the outbox, except those known to have arrived. */
async function forgetGone(): Promise<void> {
  const ids = new Set((await keptReports()).map(({ id }) => id))
  setShown(shown.get().filter(({ id, state }) => state.name === 'received' || ids.has(id)))
}

async function sendAll(term: AbortSignal): Promise<void> {
  for (const kept of await keptReports()) {
    if (!kept.refusal && !kept.receiptProblem) send(kept, term)
  }
}

/** Starts sending a report without waiting for the end: one that waits for the network must not delay the others. */
function send(kept: KeptReport, term: AbortSignal): void {
  const stopped = isInMemory(kept.id) ? alone.signal : term
  if (underWay.get(kept.id)?.aborted === false) return
  underWay.set(kept.id, stopped)
  let { ownKey } = kept
  const onState = (state: ReportState) =>
    !stopped.aborted && announce(outgoing({ ...kept, ownKey }, state))
  const onFiled = (key: string | null) => {
    ownKey = key
    const { id, collectionId, report, at } = kept
    if (key) keepOwnReport(collectionId, { id, key, amount: report.amount, at })
  }
  sendReport(kept, { onState, onFiled, untilWoken, sleep: sleeper.sleep, stopped })
    .catch((error) => {
      if (!stopped.aborted) console.error('report:', error instanceof Error ? error.message : error)
    })
    .finally(() => {
      if (underWay.get(kept.id) === stopped) underWay.delete(kept.id)
    })
}

function announce(report: OutgoingReport): void {
  show(report)
  if (report.isOnDisk) election?.broadcast({ type: 'state', report })
}

function receive(message: Message): void {
  const term = election?.term()
  if (message.type === 'state') show(message.report)
  else if (term && message.type === 'kept') void sendAll(term)
  else if (term) wake()
}

async function untilWoken(stopped: AbortSignal): Promise<void> {
  // No event reports that the server alone is back.
  const asking = setInterval(() => void wakeIfServerResponds(), ASK_EVERY_MS)
  await sleeper.untilWoken(stopped)
  clearInterval(asking)
}

async function wakeIfServerResponds(): Promise<void> {
  const response = await fetch('/api/health', { cache: 'no-store' }).catch(() => null)
  if (response?.ok) sleeper.wake()
}

function wake(): void {
  sleeper.wake()
  const term = election?.term()
  if (term) void sendAll(term)
}

function show(report: OutgoingReport): void {
  const reports = shown.get()
  const at = reports.findIndex(({ id }) => id === report.id)
  // A page that just woke up may announce an older state.
  if (reports[at]?.state.name === 'received') return
  setShown(at < 0 ? [...reports, report] : reports.with(at, report))
}

function setShown(next: readonly OutgoingReport[]): void {
  if (next.some(isLostWithPage)) window.addEventListener('beforeunload', askToStay)
  else window.removeEventListener('beforeunload', askToStay)
  shown.set(next)
}

function isLostWithPage({ isOnDisk, state }: OutgoingReport): boolean {
  return !isOnDisk && !ENDS.includes(state.name)
}

const ENDS: ReportState['name'][] = ['received', 'refused', 'receipt-refused']

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function outgoing(kept: KeptReport, state: ReportState): OutgoingReport {
  const { id, collectionId, collectionTitle, organiserName, report, receipt } = kept
  const about = { id, collectionId, collectionTitle, organiserName }
  const isOnDisk = !isInMemory(id)
  const { ownKey = null } = kept
  const fileName = receipt?.name ?? null
  return { ...about, amount: report.amount, fileName, ownKey, isOnDisk, state }
}

function firstState({ refusal, isUnlisted, receiptProblem, capability }: KeptReport): ReportState {
  if (refusal) return { name: 'refused', error: refusal }
  if (isUnlisted) return { name: 'unlisted' }
  if (receiptProblem)
    return { name: 'receipt-refused', message: receiptProblem, takesAnother: true }
  // No tab has tried yet, so nothing is known to be missing.
  return capability === null ? { name: 'sending-report' } : { name: 'sending-receipt', percent: 0 }
}
