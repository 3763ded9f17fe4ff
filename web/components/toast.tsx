import { Icon } from './icon.tsx'
import styles from './toast.module.css'
import type { ToastMessage } from './toasts.ts'

/** The toast itself: ink ground, one line, at most one action. The Toaster places and times it. */
export function Toast({ text, icon, action }: ToastMessage) {
  return (
    <div className={styles.toast}>
      {icon && <Icon of={icon} size={18} />}
      {text}
      {action && (
        <button type="button" className={styles.action} onClick={action.onPress}>
          {action.label}
        </button>
      )}
    </div>
  )
}
