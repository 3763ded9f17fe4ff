import { atomWithStorage } from 'jotai/utils'
import { switchStorage } from '../../api/device-storage.ts'

/** A person who dictates may turn single keys off, because a spoken word could press one (WCAG 2.1.4). */
export const singleKeysAtom = atomWithStorage('single-keys', true, switchStorage, {
  getOnInit: true,
})

/** True if `target` is a field, where a letter is text, or a dialog or menu is open. */
export function areShortcutsBlocked(target: EventTarget | null): boolean {
  if (document.querySelector(':is(dialog:modal, :popover-open)')) return true
  const inField = 'input, textarea, select, [contenteditable]'
  return target instanceof Element && target.closest(inField) !== null
}
