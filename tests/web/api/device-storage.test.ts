import { createStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { afterEach, expect, it, vi } from 'vitest'
import { switchStorage } from '../../../web/api/device-storage.ts'

afterEach(() => vi.unstubAllGlobals())

const buildSwitch = (initial: boolean) =>
  atomWithStorage('switch', initial, switchStorage, { getOnInit: true })

it.each([
  ['on', false, true],
  ['off', true, false],
  [null, true, true],
  [null, false, false],
])('reads a switch stored as %s, with the default %s', (stored, initial, expected) => {
  vi.stubGlobal('localStorage', { getItem: () => stored })
  expect(createStore().get(buildSwitch(initial))).toBe(expected)
})

it('keeps a switch for the page when the storage is full', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full })
  const store = createStore()
  const isOn = buildSwitch(true)
  store.set(isOn, false)
  expect(store.get(isOn)).toBe(false)
})
