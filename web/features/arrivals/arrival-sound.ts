import { readStored, store } from '../../api/device-storage.ts'

const KEY = 'arrival-sound'

/** Of this device. Silent until somebody wants it. */
export function isSoundOn(): boolean {
  return readStored(KEY) === 'on'
}

/** Turning it on plays it. */
export function turnSound(on: boolean): void {
  store(KEY, on ? 'on' : null)
  if (on) playArrival()
}

export function playArrival(): void {
  import('../../components/play-thanks.ts').then(
    ({ playNotes }) => playNotes(),
    () => undefined, // no network, no sound
  )
}
