import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { MINUTE, SECOND } from '../../shared/time.ts'
import { AGAIN, createSyncStore, type SyncEvent } from '../../web/replica/sync-state.ts'

const AT = '2026-11-25T12:00:00.000Z'
const signedOut = new AppError('not-signed-in', 'Inicia sesión.')
const tooMany = new AppError('too-many-requests', 'Demasiadas.', { retryAfter: 60 })

const OPENED: SyncEvent = { type: 'opened', hasReplica: true }
const PUSHED: SyncEvent = { type: 'push-succeeded' }
const NOT_PUSHED: SyncEvent = { type: 'push-failed' }
const STREAM: SyncEvent = { type: 'stream-opened' }
const CAUGHT_UP: SyncEvent = { type: 'caught-up', at: AT }
const WOKEN: SyncEvent = { type: 'woken' }
const ended = (why: unknown): SyncEvent => ({ type: 'connection-ended', why })

/** A store to which all of this has happened. */
function storeAfter(...events: SyncEvent[]) {
  const store = createSyncStore()
  for (const event of events) store.dispatch(event)
  return store
}

const phaseAfter = (...events: SyncEvent[]) => storeAfter(...events).state().phase
const shownAfter = (...events: SyncEvent[]) => storeAfter(...events).status().connection

describe('the connection that the person sees', () => {
  it('is live when the stream has sent something and pushes succeed', () => {
    const store = storeAfter(OPENED, NOT_PUSHED)
    expect(store.status().connection).toBe('starting') // nothing has been received yet
    expect(store.hasReceived()).toBe(false)
    store.dispatch(STREAM)
    expect(store.status().connection).toBe('offline')
    expect(store.hasReceived()).toBe(true)
    store.dispatch(PUSHED)
    expect(store.status().connection).toBe('live')
    store.dispatch(NOT_PUSHED)
    expect(store.status().connection).toBe('offline')
  })

  it('stays as it was until the stream of the next connection has sent something', () => {
    const store = storeAfter(OPENED, PUSHED, CAUGHT_UP, NOT_PUSHED, ended(AGAIN))
    expect(store.hasReceived()).toBe(false)
    store.dispatch(PUSHED)
    expect(store.status().connection).toBe('offline')
    store.dispatch(STREAM)
    expect(store.status().connection).toBe('live')
  })

  it('is reported only when it changes, until the listener leaves', () => {
    const store = createSyncStore()
    const listener = vi.fn()
    const stop = store.onStatus(listener)
    expect(store.status()).toEqual({
      connection: 'starting',
      replica: 'empty',
      pending: 0,
      refused: 0,
      lastSync: null,
    })
    store.dispatch({ type: 'counted', pending: 1, refused: 0 })
    store.dispatch({ type: 'counted', pending: 1, refused: 0 })
    store.dispatch({ type: 'opened', hasReplica: false })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(store.status()).toMatchObject({ connection: 'starting', pending: 1 })
    stop()
    store.dispatch({ type: 'counted', pending: 2, refused: 0 })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('a connection', () => {
  it('fills a replica that is missing or outdated before it follows the stream', () => {
    const store = storeAfter({ type: 'opened', hasReplica: false }, NOT_PUSHED)
    expect(store.state()).toMatchObject({ phase: { name: 'filling' }, replica: 'filling' })
    store.dispatch({ type: 'filled', at: AT })
    const following = { name: 'following', hasReceived: false, canSend: false, pushFailures: 1 }
    expect(store.state()).toMatchObject({ phase: following, replica: 'ready', lastSync: AT })

    for (const event of [CAUGHT_UP, { type: 'replica-outdated' } as const, ended(AGAIN), PUSHED]) {
      store.dispatch(event)
    }
    expect(store.state()).toMatchObject({ phase: { name: 'filling' }, replica: 'outdated' })
    expect(store.status().replica).toBe('ready') // queries still read it

    const empty = storeAfter({ type: 'opened', hasReplica: false }, { type: 'replica-outdated' })
    expect(empty.status().replica).toBe('empty')
  })

  it('counts the pushes that failed in a row', () => {
    const advanced: SyncEvent = { type: 'push-advanced' }
    expect(phaseAfter(OPENED, NOT_PUSHED, NOT_PUSHED)).toMatchObject({ pushFailures: 2 })
    expect(phaseAfter(OPENED, NOT_PUSHED, NOT_PUSHED, advanced)).toEqual({
      ...phaseAfter(OPENED, NOT_PUSHED),
      pushFailures: 0,
    })
  })

  it('follows the stream at once where the replica is ready', () => {
    expect(phaseAfter(OPENED, PUSHED)).toMatchObject({ name: 'following', pushFailures: 0 })
  })

  it('ignores late events of an earlier connection', () => {
    const store = storeAfter(OPENED, PUSHED, STREAM, ended(new Error('cut')))
    const { phase } = store.state()
    for (const event of [STREAM, PUSHED, NOT_PUSHED, CAUGHT_UP, ended(AGAIN)]) store.dispatch(event)
    expect(store.state().phase).toEqual(phase)
  })
})

describe('after a connection', () => {
  const connected = [OPENED, PUSHED, STREAM]

  it('the next begins at once when it must, but only once in a row without news', () => {
    expect(phaseAfter(...connected, ended(AGAIN))).toMatchObject({ name: 'sending' })
    expect(phaseAfter(...connected, ended(AGAIN), PUSHED, ended(AGAIN))).toEqual({
      name: 'waiting',
      ms: 2 * SECOND,
      endsOnChange: false,
    })
    expect(phaseAfter(...connected, ended(AGAIN), PUSHED, CAUGHT_UP, ended(AGAIN))).toMatchObject({
      name: 'sending',
    })
  })

  it('the client waits, and shows that it is offline while it tries again', () => {
    const cut = ended(new Error('cut'))
    expect(phaseAfter(...connected, cut)).toMatchObject({ name: 'waiting', ms: SECOND })
    expect(phaseAfter(...connected, cut, WOKEN, cut)).toMatchObject({ ms: 2 * SECOND })
    expect(shownAfter(...connected, cut, WOKEN, PUSHED)).toBe('offline')
    const first: SyncEvent = { type: 'opened', hasReplica: false }
    expect(shownAfter(first, PUSHED, cut, WOKEN, PUSHED)).toBe('offline') // as it fills the replica
  })

  it('the client waits for the pause that the server asks for when there are too many streams', () => {
    const pause = { name: 'waiting', ms: MINUTE, endsOnChange: true }
    expect(phaseAfter(...connected, ended(tooMany))).toEqual(pause)
    const counted: SyncEvent = { type: 'counted', pending: 1, refused: 0 }
    expect(phaseAfter(...connected, counted, ended(tooMany))).toMatchObject({ ms: SECOND })
    for (const why of [
      new AppError('too-many-requests', 'Demasiadas.'),
      new AppError('unavailable', 'No ahora.', { retryAfter: 60 }),
      Object.assign(new Error('cut'), { retryAfter: 60 }),
    ]) {
      expect(phaseAfter(...connected, ended(why))).toMatchObject({ ms: SECOND })
    }
  })

  it('the client waits for the person to sign in, unless they have just done so', () => {
    expect(phaseAfter(...connected, ended(signedOut))).toEqual({ name: 'signed-out' })
    const backAgain: SyncEvent = { type: 'network-changed' }
    expect(phaseAfter(...connected, backAgain, ended(signedOut))).toMatchObject({ name: 'sending' })
    const twice = [backAgain, ended(signedOut), PUSHED, ended(signedOut)]
    expect(phaseAfter(...connected, ...twice)).toEqual({ name: 'signed-out' })
    expect(shownAfter(...connected, ended(signedOut), WOKEN)).toBe('signed-out')
  })
})
