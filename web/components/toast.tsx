import { X } from 'lucide-react'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import type { ToastMessage } from './toasts.ts'

type ToastProps = ToastMessage & {
  /** For one that stays until it is answered. */
  onDismiss?: () => void
}

/** The toast itself: ink ground, one line, at most one action. The Toaster places and times it. */
export function Toast({ text, icon, action, onDismiss }: ToastProps) {
  return (
    <div className={styles.toast}>
      {icon && <Icon of={icon} size={18} />}
      {text}
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
