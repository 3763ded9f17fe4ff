import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnalyticsEvent } from '../../../shared/analytics.ts'
import { stubLocalStorage } from '../../support/local-storage.ts'

const EVENT: AnalyticsEvent = { name: 'conversion', kind: 'registration' }

// The modules read storage and listen to the window as they load.
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
})
afterEach(() => vi.unstubAllGlobals())

async function load() {
  const { measure, setMeasure } = await import('../../../web/api/measure.ts')
  const { decide } = await import('../../../web/api/consent.ts')
  const events: AnalyticsEvent[] = []
  return {
    measure,
    setMeasure,
    decide,
    events,
    listen: (event: AnalyticsEvent) => events.push(event),
  }
}

it('measures events of a person who agrees before its code was loaded', async () => {
  const { measure, setMeasure, decide, events, listen } = await load()
  decide('accepted')
  measure(EVENT)
  setMeasure(listen)
  expect(events).toEqual([EVENT])
  setMeasure(listen)
  expect(events).toEqual([EVENT])
})

it('keeps no event from before a choice, nor one of a person who takes it back', async () => {
  const { measure, setMeasure, decide, events, listen } = await load()
  measure(EVENT)
  decide('accepted')
  measure(EVENT)
  decide('rejected')
  setMeasure(null)
  decide('accepted')
  setMeasure(listen)
  expect(events).toEqual([])
})

it.each([
  [1, [EVENT]],
  [0, []],
])('measures by a stored consent to this purpose alone: version %s', async (version, measured) => {
  const kept = { version, choice: 'accepted', at: '2026-11-21T12:00:00.000Z' }
  stubLocalStorage({ 'analytics-consent': JSON.stringify(kept) })
  const { measure, setMeasure, events, listen } = await load()
  measure(EVENT)
  setMeasure(listen)
  expect(events).toEqual(measured)
})

it('finds a checkout that was started here once, and only the last twenty', async () => {
  const items = stubLocalStorage()
  const { keepCheckout, takeCheckout } = await import('../../../web/api/measured-checkouts.ts')
  keepCheckout('first', 'logged')
  expect(takeCheckout('first')).toBe('logged')
  expect(takeCheckout('first')).toBeNull()
  expect(items.size).toBe(0)
  for (let made = 0; made <= 20; made++) keepCheckout(`${made}`, 'guest')
  expect([takeCheckout('0'), takeCheckout('1')]).toEqual([null, 'guest'])
})
