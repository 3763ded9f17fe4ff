import { readStored, store } from '../../api/device-storage.ts'

const KEY = 'single-keys'

/** Of this device. A person who dictates may want none: a word could press one (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return readStored(KEY) !== 'off'
}

export function turnSingleKeys(on: boolean): void {
  store(KEY, on ? null : 'off')
}

/** In a field or a list to choose from, where a letter is text, or while a dialog or menu is open. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog:modal, :popover-open')) return true
  const inField = 'input, textarea, select, [contenteditable]'
  return target instanceof Element && target.closest(inField) !== null
}
