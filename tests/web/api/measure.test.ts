import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnalyticsEvent } from '../../../shared/analytics.ts'

const EVENT: AnalyticsEvent = { name: 'conversion', kind: 'registration' }

// The modules read storage and listen to the window as they load.
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
})
afterEach(() => vi.unstubAllGlobals())

async function load() {
  const { measure, measureBy } = await import('../../../web/api/measure.ts')
  const { decide } = await import('../../../web/api/consent.ts')
  const events: AnalyticsEvent[] = []
  return {
    measure,
    measureBy,
    decide,
    events,
    listen: (event: AnalyticsEvent) => events.push(event),
  }
}

it('measures events of a person who agrees before its code was loaded', async () => {
  const { measure, measureBy, decide, events, listen } = await load()
  decide('accepted')
  measure(EVENT)
  measureBy(listen)
  expect(events).toEqual([EVENT])
  measureBy(listen)
  expect(events).toEqual([EVENT])
})

it('keeps no event from before a choice, nor one of a person who takes it back', async () => {
  const { measure, measureBy, decide, events, listen } = await load()
  measure(EVENT)
  decide('accepted')
  measure(EVENT)
  decide('rejected')
  measureBy(null)
  decide('accepted')
  measureBy(listen)
  expect(events).toEqual([])
})
