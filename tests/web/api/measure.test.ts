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
