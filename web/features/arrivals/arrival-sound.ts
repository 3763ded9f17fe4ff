import { readStored, store } from '../../api/device-storage.ts'

const KEY = 'arrival-sound'

/** Whether this device plays a sound when a contribution arrives; off by default. */
export function isSoundOn(): boolean {
  return readStored(KEY) === 'on'
}

/** Stores the choice on this device. Turning the sound on plays it once. */
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
