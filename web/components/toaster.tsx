import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { SECOND } from '../../shared/time.ts'
import { Toast } from './toast.tsx'
import styles from './toaster.module.css'
import { toastAtom } from './toasts.ts'

const SHOWN_FOR = 6 * SECOND

/** Where toasts appear. Once per app, always rendered, so that screen readers hear what comes. */
export function Toaster() {
  const [toast, setToast] = useAtom(toastAtom)
  const [held, setHeld] = useState(false)
  const hold = () => setHeld(true)
  const release = () => setHeld(false)

  useEffect(() => {
    if (!toast || held) return
    const timer = setTimeout(() => setToast(null), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [toast, held, setToast])

  return (
    <div
      className={styles.toaster}
      role="status"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
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
                setHeld(false)
                setToast(null)
              },
            }
          }
        />
      )}
    </div>
  )
}
