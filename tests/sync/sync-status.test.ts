import { describe, expect, it, vi } from 'vitest'
import { createConnectivity, createStatusBoard } from '../../web/replica/sync-status.ts'

describe('the connection that the person sees', () => {
  it('is live when the stream has sent something and pushes succeed', () => {
    const report = vi.fn()
    const connectivity = createConnectivity(report)
    connectivity.sent(false)
    expect(report).not.toHaveBeenCalled() // nothing is heard yet
    expect(connectivity.hasReceived()).toBe(false)
    connectivity.received()
    expect(report).toHaveBeenLastCalledWith({ connection: 'offline' })
    expect(connectivity.hasReceived()).toBe(true)
    connectivity.sent(true)
    expect(report).toHaveBeenLastCalledWith({ connection: 'live' })
    connectivity.sent(false)
    expect(report).toHaveBeenLastCalledWith({ connection: 'offline' })
  })

  it('starts anew with each connection', () => {
    const report = vi.fn()
    const connectivity = createConnectivity(report)
    connectivity.received()
    connectivity.sent(false)
    report.mockClear()
    connectivity.reset()
    expect(connectivity.hasReceived()).toBe(false)
    connectivity.sent(true)
    expect(report).not.toHaveBeenCalled()
    connectivity.reset()
    connectivity.received()
    expect(report).toHaveBeenLastCalledWith({ connection: 'live' })
  })

  it('is reported only when it changes, until the listener leaves', () => {
    const board = createStatusBoard()
    const listener = vi.fn()
    const stop = board.onStatus(listener)
    expect(board.status()).toEqual({
      connection: 'starting',
      copy: 'empty',
      pending: 0,
      refused: 0,
      lastSync: null,
    })
    board.report({ pending: 1 })
    board.report({ pending: 1 })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(board.status()).toMatchObject({ connection: 'starting', pending: 1 })
    stop()
    board.report({ pending: 2 })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
