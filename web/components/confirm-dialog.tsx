import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import dialog from './dialog.module.css'
import { Modal } from './modal.tsx'

type ConfirmDialogProps = {
  open: boolean
  /** Asks: "¿Eliminar esta colecta?" */
  title: string
  /** Says what happens. */
  children?: ReactNode
  /** A verb and its object: "Eliminar colecta". */
  confirmLabel: string
  cancelLabel?: string
  /** Something is lost: the answer is solid red. */
  danger?: boolean
  busy?: boolean
  busyText?: string | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** A question before something that cannot be taken back. The safe answer comes first and has the focus. */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps) {
  return open ? <Question {...rest} /> : null
}

function Question(props: Omit<ConfirmDialogProps, 'open'>) {
  const { busy = false, onCancel } = props
  const titleId = useId()
  const textId = useId()
  const safe = useRef<HTMLButtonElement>(null)

  useEffect(() => safe.current?.focus(), [])

  return (
    <Modal
      role="alertdialog"
      onClose={() => !busy && onCancel()}
      className={dialog.dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <div className={styles.question}>
        <h2 id={titleId}>{props.title}</h2>
        <div id={textId} className={styles.text}>
          {props.children}
        </div>
      </div>
      <div className={styles.answers}>
        <Button ref={safe} size="lg" onClick={onCancel} disabled={busy}>
          {props.cancelLabel ?? 'Cancelar'}
        </Button>
        <Button
          size="lg"
          variant={props.danger ? 'danger' : 'primary'}
          busy={busy}
          busyText={props.busyText}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
