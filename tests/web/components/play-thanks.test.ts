import { expect, onTestFinished, test, vi } from 'vitest'
import { playThanks } from '../../../web/components/play-thanks.ts'

test.each([
  [
    'no sound card',
    class {
      constructor() {
        throw new Error('no sound card')
      }
    },
  ],
  [
    'not allowed to start',
    class {
      state = 'suspended'
      async resume() {
        throw new Error('not allowed to start')
      }
    },
  ],
])('a sound that cannot be played is only logged: %s', async (reason, AudioContext) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('AudioContext', AudioContext)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    warn.mockRestore()
  })
  await expect(playThanks()).resolves.toBeUndefined()
  expect(warn).toHaveBeenCalledWith('No se pudo reproducir el sonido', new Error(reason))
})
