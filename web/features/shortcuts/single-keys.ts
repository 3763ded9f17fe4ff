import { readStored, store } from '../../api/device-storage.ts'

const KEY = 'single-keys'

/** A person who dictates may turn single keys off, because a spoken word could press one (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return readStored(KEY) !== 'off'
}

export function turnSingleKeys(on: boolean): void {
  store(KEY, on ? null : 'off')
}

/** True if `target` is a field, where a letter is text, or a dialog or menu is open. */
export function areShortcutsBlocked(target: EventTarget | null): boolean {
  if (document.querySelector('dialog:modal, :popover-open')) return true
  const inField = 'input, textarea, select, [contenteditable]'
  return target instanceof Element && target.closest(inField) !== null
}
