/*
 * The state machine of a sync client, with every transition between its phases:
 *
 *   opening → sending
 *   sending → filling → following                    a replica that is ready is not filled
 *   sending, filling, following → waiting            when the connection ends (connection.ts)
 *                               → signed-out
 *                               → sending            without a pause
 *   waiting, signed-out → sending
 *
 * The status that screens read is derived from this state.
 */
import { backOff } from '../../shared/async.ts'
import { AppError, hasCode } from '../../shared/errors.ts'
import { createObservable } from '../api/observable.ts'
import type { SyncStatus } from './replica-state.ts'

export interface SyncState {
  phase: Phase
  /** `outdated`: queries still read it, but the next connection fills it again. */
  replica: SyncStatus['replica'] | 'outdated'
  /** Connections in a row whose stream brought nothing. */
  failures: number
  pending: number
  refused: number
  lastSync: string | null
}

export type Phase =
  | { name: 'opening' }
  | ConnectionPhase
  /** `endsOnChange`: a change of the person ends the pause. */
  | { name: 'waiting'; ms: number; endsOnChange: boolean }
  | { name: 'signed-out' }

type ConnectionPhase =
  | ({ name: 'sending' } & Connection)
  | ({ name: 'filling' } & Connection & Pushes)
  | ({ name: 'following'; hasReceived: boolean } & Connection & Pushes)

interface Connection {
  /** Shown until the stream has sent something. */
  shownBefore: SyncStatus['connection']
  /** Since it began, the network changed or the person signed in: a refusal may be out of date. */
  mayBeAllowedNow: boolean
}

interface Pushes {
  /** True when the last push succeeded. */
  canSend: boolean
  /** Pushes in a row to which the server answered nothing. */
  pushFailures: number
}

export type SyncEvent =
  | { type: 'opened'; hasReplica: boolean }
  /** The server has answered some changes; `push-succeeded` follows when it has answered all. */
  | { type: 'push-advanced' }
  | { type: 'push-succeeded' }
  | { type: 'push-failed' }
  | { type: 'filled'; at: string }
  | { type: 'stream-opened' }
  /** The replica holds everything that the stream has sent. */
  | { type: 'caught-up'; at: string }
  | { type: 'replica-outdated' }
  | { type: 'connection-ended'; why: unknown }
  /** The network came or went, or the person signed in again. */
  | { type: 'network-changed' }
  | { type: 'woken' }
  | { type: 'counted'; pending: number; refused: number }

/** The reason of a connection's end after which the next one follows without a pause. */
export const AGAIN = new Error('Connect again')

/** Returns true when the person has to sign in before the next attempt. */
export function isSignedOut(error: unknown): boolean {
  return hasCode(error, 'not-signed-in')
}

const INITIAL: SyncState = {
  phase: { name: 'opening' },
  replica: 'empty',
  failures: 0,
  pending: 0,
  refused: 0,
  lastSync: null,
}

/** Returns the state after an event. A phase ignores events that it does not list: they come too late. */
function transition(state: SyncState, event: SyncEvent): SyncState {
  const next = { ...state, phase: phaseAfter(state, event) }
  switch (event.type) {
    case 'opened':
      return { ...next, replica: event.hasReplica ? 'ready' : 'empty' }
    case 'filled':
      return { ...next, replica: 'ready', lastSync: event.at }
    case 'caught-up':
      return { ...next, failures: 0, lastSync: event.at }
    case 'replica-outdated':
      return { ...next, replica: state.replica === 'ready' ? 'outdated' : state.replica }
    case 'connection-ended':
      return { ...next, failures: state.failures + 1 }
    case 'counted':
      return { ...next, pending: event.pending, refused: event.refused }
    case 'push-succeeded':
    case 'push-failed': {
      const isFirstFill = next.phase.name === 'filling' && state.replica === 'empty'
      return isFirstFill ? { ...next, replica: 'filling' } : next
    }
    case 'push-advanced':
    case 'stream-opened':
    case 'network-changed':
    case 'woken':
      return next
  }
}

function phaseAfter(state: SyncState, event: SyncEvent): Phase {
  const { phase } = state
  switch (phase.name) {
    case 'opening':
      return event.type === 'opened' ? sendingAfter(phase) : phase

    case 'sending':
      if (event.type === 'push-succeeded') return afterSending(state, phase, true)
      // A client that cannot send may still listen.
      if (event.type === 'push-failed') return afterSending(state, phase, false)
      return atAnyStep(state, phase, event)

    case 'filling':
      if (event.type === 'filled') return { ...phase, name: 'following', hasReceived: false }
      return atAnyStep(state, phase, event)

    case 'following':
      switch (event.type) {
        case 'stream-opened':
        case 'caught-up':
          return { ...phase, hasReceived: true }
        case 'push-advanced':
          return { ...phase, pushFailures: 0 }
        case 'push-succeeded':
          return { ...phase, canSend: true, pushFailures: 0 }
        case 'push-failed':
          return { ...phase, canSend: false, pushFailures: phase.pushFailures + 1 }
        default:
          return atAnyStep(state, phase, event)
      }

    case 'waiting':
    case 'signed-out':
      return event.type === 'woken' ? sendingAfter(phase) : phase
  }
}

function sendingAfter(phase: Phase): Phase {
  return { name: 'sending', shownBefore: shownIn(phase), mayBeAllowedNow: false }
}

function afterSending({ replica }: SyncState, phase: ConnectionPhase, canSend: boolean): Phase {
  const step = { ...phase, canSend, pushFailures: canSend ? 0 : 1 }
  if (replica !== 'ready') return { ...step, name: 'filling' }
  return { ...step, name: 'following', hasReceived: false }
}

/** Handles what can happen in each phase of a connection. */
function atAnyStep(state: SyncState, phase: ConnectionPhase, event: SyncEvent): Phase {
  switch (event.type) {
    case 'network-changed':
      return { ...phase, mayBeAllowedNow: true }
    case 'connection-ended':
      return afterConnection(state, phase, event.why)
    default:
      return phase
  }
}

function afterConnection(
  { failures, pending }: SyncState,
  phase: ConnectionPhase,
  why: unknown,
): Phase {
  if (why === AGAIN && failures === 0) return sendingAfter(phase)
  if (isSignedOut(why)) return phase.mayBeAllowedNow ? sendingAfter(phase) : { name: 'signed-out' }
  // Other replicas listen meanwhile.
  if (isTooMany(why) && pending === 0) {
    return { name: 'waiting', ms: why.retryAfter * 1000, endsOnChange: true }
  }
  return { name: 'waiting', ms: backOff(failures), endsOnChange: false }
}

function isTooMany(why: unknown): why is AppError & { retryAfter: number } {
  return why instanceof AppError && why.code === 'too-many-requests' && Boolean(why.retryAfter)
}

/** Returns the connection's status for the screens: `live` when the stream has begun and pushes succeed. */
function shownIn(phase: Phase): SyncStatus['connection'] {
  switch (phase.name) {
    case 'opening':
      return 'starting'
    case 'sending':
    case 'filling':
      return phase.shownBefore
    case 'following':
      if (!phase.hasReceived) return phase.shownBefore
      return phase.canSend ? 'live' : 'offline'
    case 'waiting':
      return 'offline'
    case 'signed-out':
      return 'signed-out'
  }
}

function statusOf({ phase, replica, pending, refused, lastSync }: SyncState): SyncStatus {
  return {
    connection: shownIn(phase),
    replica: replica === 'outdated' ? 'ready' : replica,
    pending,
    refused,
    lastSync,
  }
}

/** Holds the state of one client. */
export interface SyncStore {
  state(): SyncState
  dispatch(event: SyncEvent): void
  /** Returns true if the stream of a connection is open and has sent something. */
  hasReceived(): boolean
  status(): SyncStatus
  /** Calls back when the status changes. Returns a function that stops it. */
  onStatus(listener: () => void): () => void
}

export function createSyncStore(): SyncStore {
  let state = INITIAL
  const status = createObservable(statusOf(state))
  return {
    state: () => state,
    dispatch(event) {
      state = transition(state, event)
      const next = statusOf(state)
      if (JSON.stringify(next) !== JSON.stringify(status.get())) status.set(next)
    },
    hasReceived: () => state.phase.name === 'following' && state.phase.hasReceived,
    status: status.get,
    onStatus: status.subscribe,
  }
}
