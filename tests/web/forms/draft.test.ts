import { afterEach, expect, it, vi } from 'vitest'
import { DAY } from '../../../shared/time.ts'
import { dropOldDrafts, keepDraft, readDraft } from '../../../web/forms/draft.ts'

// Its items are properties, as in a browser.
const storage: Record<string, string> = Object.create({
  getItem: (name: string) => storage[name] ?? null,
  setItem(name: string, text: string) {
    storage[name] = text
  },
  removeItem(name: string) {
    delete storage[name]
  },
})

afterEach(() => vi.unstubAllGlobals())

it('drops the drafts of guests after a day, and those of a signed-in person with all', () => {
  vi.stubGlobal('localStorage', storage)
  const drafts = ['contribute:gift', 'register', 'collection:new']
  for (const name of drafts) keepDraft(name, { title: name })
  const kept = () => drafts.filter((name) => readDraft(name).title === name)
  const at = (ms: number) => new Date(Date.now() + ms)

  dropOldDrafts(at(DAY - 1_000), true)
  expect(kept()).toEqual(drafts)
  dropOldDrafts(at(DAY), false)
  expect(kept()).toEqual(['collection:new'])
  dropOldDrafts(at(DAY), true)
  expect(kept()).toEqual([])
})
