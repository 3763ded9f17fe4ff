import { expect, onTestFinished, test, vi } from 'vitest'
import { playThanks } from '../../../web/components/play-thanks.ts'

test('a sound that cannot be played is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        throw new Error('no sound card')
      }
    },
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    warn.mockRestore()
  })
  await expect(playThanks()).resolves.toBeUndefined()
  expect(warn).toHaveBeenCalledWith('No se pudo reproducir el sonido', expect.any(Error))
})
