import { afterEach, expect, it, vi } from 'vitest'
import { newId } from '../../../shared/id.ts'
import { forgetOwnReport, keepOwnReport, ownReportTraces } from '../../../web/api/own-reports.ts'
import { stubLocalStorage } from '../../support/local-storage.ts'

afterEach(() => vi.unstubAllGlobals())

const trace = () => ({ id: newId(), key: 'k', amount: 15_000_00, at: '2026-11-21T12:00:00.000Z' })

it('finds the last twenty contributions of this device to a colecta, each once', () => {
  const items = stubLocalStorage()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('StorageEvent', Event)
  const all = Array.from({ length: 21 }, trace)
  for (const one of all) keepOwnReport('gift', one)
  expect(ownReportTraces('gift')).toEqual(all.slice(1).toReversed())
  const [last = trace()] = ownReportTraces('gift')
  // The server got the report again, for its receipt.
  keepOwnReport('gift', { ...last, key: 'l' })
  expect(ownReportTraces('gift').filter(({ id }) => id === last.id)).toEqual([
    { ...last, key: 'l' },
  ])
  expect(ownReportTraces('trip')).toEqual([])
  for (const { id } of all) forgetOwnReport('gift', id)
  expect(items.size).toBe(0)
})
