/*
 * The reports of this browser that are on their way (R3). One tab sends them, whichever holds a Web
 * Lock; all tabs show them. Whatever page of ours is open next finishes what was left. A phone may put a
 * tab to sleep, lock and all: who asks it and hears nothing takes its place.
 *
 * A page sends by itself what the disk does not take. A browser without locks or without channels between
 * tabs sends from every page: the ids of reports and uploads make that safe.
 */
import { useSyncExternalStore } from 'react'
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
/** The time in which a running tab responds that it is sending. */
const ANSWER_MS = 5_000

type Call = { type: 'kept' } | { type: 'wake' }
type Message = Call | { type: 'here' } | { type: 'state'; report: OutgoingReport }

let shown: readonly OutgoingReport[] = []
const listeners = new Set<() => void>()
let isResumed = false
let channel: BroadcastChannel | null = null
/** While the lock is this page's: it sends what the disk has. */
let turn: AbortController | null = null
/** Of what is in this page's memory alone. */
const alone = new AbortController()
/** When whichever tab sends was last heard, ms since this page began. */
let heardAt = 0
let wakers: (() => void)[] = []

/** Reports on their way since this page opened, the oldest first; what arrived stays until dismissed. */
export function useOutgoing(): readonly OutgoingReport[] {
  return useSyncExternalStore(subscribe, () => shown)
}

/** Shows what is on its way and, unless another tab does, sends it. Once for each page. */
export async function resumeReports(): Promise<void> {
  if (isResumed) return
  isResumed = true
  if (globalThis.BroadcastChannel) {
    channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  }
  window.addEventListener('online', wakeReports)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wakeReports()
  })
  onDiskChange(() => setShown(shown.map((one) => ({ ...one, isOnDisk: !isInMemory(one.id) }))))
  void dropOldChosenReceipts(new Date()).catch(() => {})
  for (const kept of await keptReports()) show(outgoing(kept, firstState(kept)))
  void takeTurn(false)
  if (shown.length > 0) call({ type: 'wake' })
}

/**
 * Keeps a report with its file and sends it. Resolves when the disk has both: from then on nothing that
 * happens to the page loses them. Where the disk takes nothing, it is sent from memory.
 */
export async function takeReport(kept: KeptReport): Promise<void> {
  await keepReport(kept)
  show(outgoing(kept, firstState(kept)))
  if (turn || isInMemory(kept.id)) send(kept, turn ?? alone)
  else call({ type: 'kept' })
}

/** The person taps, or things look better: what waits is tried again now. */
export function wakeReports(): void {
  wakeAll()
  if (!turn && shown.some(({ isOnDisk }) => isOnDisk)) call({ type: 'wake' })
}

/** Sends one again that the server refused: a colecta that was closed may be open by now. */
export async function retryReport(id: string): Promise<void> {
  const kept = (await keptReports()).find((report) => report.id === id)
  if (kept?.refusal) await takeReport({ ...kept, refusal: null })
  // Another tab saw to it.
  else if (!kept) setShown(shown.filter((report) => report.id !== id))
}

/** Sends another file for a report whose own was refused. */
export async function replaceReceipt(id: string, receipt: ReceiptFile): Promise<void> {
  const kept = (await keptReports()).find((report) => report.id === id)
  if (kept?.receiptProblem) await takeReport({ ...kept, receipt, receiptProblem: null })
  // Another tab saw to it.
  else if (!kept) setShown(shown.filter((report) => report.id !== id))
}

/** Takes one that has arrived, or that the server refused, off the list. */
export async function dismissReport(id: string): Promise<void> {
  setShown(shown.filter((report) => report.id !== id))
  await dropReport(id)
}

/** Waits for the lock, or steals it from a page that sleeps; sends while it has it. */
async function takeTurn(steal: boolean): Promise<void> {
  const mine = new AbortController()
  const begin = () => {
    turn = mine
    return sendAll(mine)
  }
  if (!navigator.locks) return begin()
  let held = false
  try {
    await navigator.locks.request(NAME, { steal }, async () => {
      held = true
      await begin()
      await new Promise(() => {}) // as long as this page lives
    })
  } catch {
    // A browser that blocks storage refuses its locks too.
    if (!held) return begin()
    // Stolen: this page slept, and may have heard nothing of what another one did meanwhile.
    if (turn === mine) turn = null
    mine.abort()
    wake()
    void takeTurn(false)
    await forgetGone()
  }
}

/** Takes off the list what is in the outbox no more, unless it is known to have arrived. */
async function forgetGone(): Promise<void> {
  const ids = new Set((await keptReports()).map(({ id }) => id))
  setShown(shown.filter(({ id, state }) => state.name === 'received' || ids.has(id)))
}

async function sendAll(mine: AbortController): Promise<void> {
  for (const kept of await keptReports()) {
    if (!kept.refusal && !kept.receiptProblem) send(kept, mine)
  }
}

/** Does not wait for the end: one that waits for the network holds up no other. */
function send(kept: KeptReport, current: AbortController): void {
  const { signal } = isInMemory(kept.id) ? alone : current
  if (underWay.get(kept.id)?.aborted === false) return
  underWay.set(kept.id, signal)
  let { ownKey } = kept
  const tell = (state: ReportState) =>
    !signal.aborted && announce(outgoing({ ...kept, ownKey }, state))
  const onFiled = (key: string | null) => {
    ownKey = key
  }
  sendReport(kept, { tell, onFiled, awake, pause, stopped: signal })
    .catch((error) => {
      if (!signal.aborted) console.error('report:', error instanceof Error ? error.message : error)
    })
    .finally(() => {
      if (underWay.get(kept.id) === signal) underWay.delete(kept.id)
    })
}

function announce(report: OutgoingReport): void {
  show(report)
  if (report.isOnDisk) tell({ type: 'state', report })
}

function hear(message: Message): void {
  switch (message.type) {
    case 'kept':
    case 'wake':
      if (!turn) break
      tell({ type: 'here' })
      if (message.type === 'wake') wakeAll()
      else void sendAll(turn)
      break
    case 'here':
      heardAt = performance.now()
      break
    case 'state':
      heardAt = performance.now()
      show(message.report)
  }
}

/** To whichever tab sends. */
function call(message: Call): void {
  const calledAt = performance.now()
  tell(message)
  setTimeout(() => {
    if (!turn && heardAt < calledAt) void takeTurn(true)
  }, ANSWER_MS)
}

function tell(message: Message): void {
  channel?.postMessage(message)
}

function awake(): Promise<void> {
  return new Promise((resolve) => {
    // When the server alone was away, no event tells that it is back.
    const asking = setInterval(() => void wakeIfServerAnswers(), ASK_EVERY_MS)
    wakers.push(() => {
      clearInterval(asking)
      resolve()
    })
  })
}

async function wakeIfServerAnswers(): Promise<void> {
  const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) wake()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    wakers.push(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function wakeAll(): void {
  wake()
  if (turn) void sendAll(turn)
}

function wake(): void {
  const woken = wakers
  wakers = []
  for (const resolve of woken) resolve()
}

function show(report: OutgoingReport): void {
  const others = shown.filter(({ id }) => id !== report.id)
  const at = shown.findIndex(({ id }) => id === report.id)
  // A page that has just woken up may yet say what it was about to do.
  if (shown[at]?.state.name === 'received') return
  setShown(at < 0 ? [...shown, report] : others.toSpliced(at, 0, report))
}

function setShown(next: readonly OutgoingReport[]): void {
  shown = next
  if (shown.some(isLostWithPage)) window.addEventListener('beforeunload', askToStay)
  else window.removeEventListener('beforeunload', askToStay)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isLostWithPage({ isOnDisk, state }: OutgoingReport): boolean {
  return !isOnDisk && !ENDS.includes(state.name)
}

const ENDS: ReportState['name'][] = ['received', 'refused', 'receipt-refused']

/** The browser asks, in words of its own, whether to leave the page. */
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

function firstState({ refusal, receiptProblem, capability }: KeptReport): ReportState {
  if (refusal) return { name: 'refused', error: refusal }
  if (receiptProblem)
    return { name: 'receipt-refused', message: receiptProblem, takesAnother: true }
  return { name: 'waiting', reported: capability !== null, for: 'network', reason: null }
}
