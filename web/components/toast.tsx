import { atom, getDefaultStore, useAtom } from 'jotai'
import { Check, type LucideIcon, X } from 'lucide-react'
import { useState } from 'react'
import { SECOND } from '../../shared/time.ts'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import { useTimer } from './use-timer.ts'

type ToastProps = ToastMessage & {
  onDismiss?: () => void
}

export function Toast({ text, icon, action, onDismiss }: ToastProps) {
  return (
    <div className={styles.toast}>
      {icon && <Icon of={icon} size={18} />}
      <span className={styles.text}>{text}</span>
      {action && (
        <button type="button" className={styles.action} onClick={action.onPress}>
          {action.label}
        </button>
      )}
      {onDismiss && (
        <button type="button" className={styles.dismiss} aria-label="Más tarde" onClick={onDismiss}>
          <Icon of={X} size={18} />
        </button>
      )}
    </div>
  )
}

const SHOWN_FOR = 6 * SECOND

/** Shows the toasts of `showToast` for six seconds. Mount it once and permanently, or screen readers miss them. */
export function Toaster() {
  const [toast, setToast] = useAtom(toastAtom)
  const [isUnderPointer, setUnderPointer] = useState(false)
  /** The toast with the focus. A toast that replaces it removes it, which causes no blur event. */
  const [focused, setFocused] = useState<typeof toast>(null)
  const isHeld = isUnderPointer || focused === toast

  useTimer(() => setToast(null), toast && !isHeld ? SHOWN_FOR : null, toast)

  return (
    <div
      className={styles.toaster}
      role="status"
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      onFocus={() => setFocused(toast)}
      onBlur={() => setFocused(null)}
    >
      {toast && (
        <Toast
          key={toast.id}
          text={toast.text}
          icon={toast.icon}
          action={
            toast.action && {
              label: toast.action.label,
              onPress: () => {
                toast.action?.onPress()
                setUnderPointer(false)
                setToast(null)
              },
            }
          }
        />
      )}
    </div>
  )
}

export type ToastMessage = {
  /** One line: "Aporte eliminado". Never an error that needs an action. */
  text: string
  icon?: LucideIcon
  action?: { label: string; onPress: () => void }
  /** Dropped if another toast is visible. */
  isQuiet?: boolean
}

const toastAtom = atom<(ToastMessage & { id: number }) | null>(null)

let lastId = 0

export function showDone(text: string, onUndo: () => void): void {
  showToast({ text, icon: Check, action: { label: 'Deshacer', onPress: onUndo } })
}

export function showToast(message: ToastMessage): void {
  if (message.isQuiet && getDefaultStore().get(toastAtom)) return
  lastId += 1
  getDefaultStore().set(toastAtom, { ...message, id: lastId })
}
