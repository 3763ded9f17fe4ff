/*
 * The reports of this browser that are on their way (R3). One tab sends them, whichever holds a Web
 * Lock; all tabs show them. Whatever page of ours is open next finishes what was left.
 */
import { useSyncExternalStore } from 'react'
import type { KeptReport, OutgoingReport, ReportState } from './kept-report.ts'
import { dropReport, keepReport, keptReports } from './report-outbox.ts'
import { sendReport } from './send-report.ts'

const NAME = 'entre-todos-reports'
/** What waits for the network looks for the server so often. */
const ASK_EVERY_MS = 30_000

type Message = { type: 'kept' } | { type: 'wake' } | { type: 'state'; report: OutgoingReport }

let shown: readonly OutgoingReport[] = []
const listeners = new Set<() => void>()
const underWay = new Set<string>()
let channel: BroadcastChannel | null = null
let sends = false
let wakers: (() => void)[] = []

/** Reports on their way since this page opened, the oldest first; what arrived stays until dismissed. */
export function useOutgoing(): readonly OutgoingReport[] {
  return useSyncExternalStore(subscribe, () => shown)
}

/** Shows what is on its way and, unless another tab does, sends it. Once for each page. */
export async function resumeReports(): Promise<void> {
  if (channel) return
  channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  for (const kept of await keptReports()) show(outgoing(kept, firstState(kept)))
  void navigator.locks.request(NAME, async () => {
    sends = true
    await sendAll()
    await new Promise(() => {}) // as long as this page lives
  })
}

/**
 * Keeps a report with its file and sends it. Resolves when the disk has both: from then on nothing that
 * happens to the page loses them. Throws AppError('unavailable') when there is no room.
 */
export async function takeReport(kept: KeptReport): Promise<void> {
  await keepReport(kept)
  show(outgoing(kept, firstState(kept)))
  if (sends) await sendNew(kept)
  else tell({ type: 'kept' })
}

/** The person taps: what waits is tried again now. */
export function wakeReports(): void {
  wake()
  tell({ type: 'wake' })
}

/** Takes one that has arrived, or that the server refused, off the list. */
export async function dismissReport(id: string): Promise<void> {
  setShown(shown.filter((report) => report.id !== id))
  await dropReport(id)
}

async function sendAll(): Promise<void> {
  for (const kept of await keptReports()) if (!kept.refusal) await sendNew(kept)
}

/** Does not wait for the end: one that waits for the network holds up no other. */
async function sendNew(kept: KeptReport): Promise<void> {
  if (underWay.has(kept.id)) return
  underWay.add(kept.id)
  sendReport(kept, { tell: (state) => announce(outgoing(kept, state)), awake, pause })
    .catch((error) => console.error('report:', error instanceof Error ? error.message : error))
    .finally(() => underWay.delete(kept.id))
}

function announce(report: OutgoingReport): void {
  show(report)
  tell({ type: 'state', report })
}

function hear(message: Message): void {
  switch (message.type) {
    case 'kept':
      if (sends) void sendAll()
      break
    case 'wake':
      wake()
      break
    case 'state':
      show(message.report)
  }
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

function wake(): void {
  const woken = wakers
  wakers = []
  for (const resolve of woken) resolve()
}

function show(report: OutgoingReport): void {
  const others = shown.filter(({ id }) => id !== report.id)
  const at = shown.findIndex(({ id }) => id === report.id)
  setShown(at < 0 ? [...shown, report] : others.toSpliced(at, 0, report))
}

function setShown(next: readonly OutgoingReport[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function outgoing(kept: KeptReport, state: ReportState): OutgoingReport {
  const { id, collectionId, collectionTitle, organiserName, report, receipt } = kept
  const about = { id, collectionId, collectionTitle, organiserName }
  return { ...about, amount: report.amount, fileName: receipt?.name ?? null, state }
}

function firstState({ refusal, capability }: KeptReport): ReportState {
  if (refusal) return { name: 'refused', error: refusal }
  return { name: 'waiting', reported: capability !== null, for: 'network', reason: null }
}
