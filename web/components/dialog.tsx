import { X } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button, IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { useRootMark } from './use-root-mark.ts'

type DialogProps = {
  /** Called on Escape, backdrop, back gesture and cross. The caller closes, or asks first. */
  onClose: () => void
  /** Replaces `onClose` for the back gesture. */
  onBack?: (() => void) | undefined
  title: string
  lead?: ReactNode
  step?: { at: number; of: number } | undefined
  foot?: ReactNode
  children?: ReactNode
}

/** A bottom sheet on a phone; from 760 px on, a centred card of 480 px. */
export function Dialog({ onClose, onBack, title, lead, step, foot, children }: DialogProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  // The title takes the focus at every step, so that screen readers announce the step first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new step
  useEffect(() => heading.current?.focus(), [title])

  const titleLine = (
    <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
      {title}
    </h2>
  )

  return (
    <Modal onClose={onClose} onBack={onBack} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.head}>
        {step ? <Steps {...step} /> : titleLine}
        <IconButton icon={X} label="Cerrar" onClick={onClose} />
      </div>
      <div className={styles.body}>
        {(step || lead) && (
          <div>
            {step && titleLine}
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
        )}
        {children}
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </Modal>
  )
}

function Steps({ at, of }: { at: number; of: number }) {
  const steps = Array.from({ length: of }, (_, index) => index + 1)
  return (
    <>
      <span className={styles.steps} aria-hidden="true">
        {steps.map((step) => (
          <span key={step} className={styles.step} data-reached={step <= at} />
        ))}
      </span>
      <span className={styles.count}>
        Paso {at} de {of}
      </span>
    </>
  )
}

type ConfirmDialogProps = {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  busyText?: string | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something irreversible. The safe button comes first and has the focus. */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps) {
  return open ? <OpenConfirmDialog {...rest} /> : null
}

function OpenConfirmDialog(props: Omit<ConfirmDialogProps, 'open'>) {
  const { busy = false, onCancel } = props
  const titleId = useId()
  const textId = useId()
  const cancelButton = useRef<HTMLButtonElement>(null)

  useEffect(() => cancelButton.current?.focus(), [])

  return (
    <Modal
      role="alertdialog"
      onClose={() => !busy && onCancel()}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <div className={styles.question}>
        <h2 id={titleId}>{props.title}</h2>
        <div id={textId} className="muted breaks">
          {props.children}
        </div>
      </div>
      <div className={styles.answers}>
        <Button ref={cancelButton} size="lg" onClick={onCancel} disabled={busy}>
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

type ModalProps = ComponentProps<'dialog'> & {
  onClose: () => void
  onBack?: (() => void) | undefined
  /** `false` for questions that need an answer. */
  closesOnBackdrop?: boolean
}

/** The `<dialog>` of every dialog, open while rendered. It never closes by itself, so that the parent may ask first. */
export function Modal({
  onClose,
  onBack = onClose,
  closesOnBackdrop = true,
  children,
  ...rest
}: ModalProps) {
  useRootMark('modal')
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const openedAt = useRef(0)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    openedAt.current = performance.now()
    openers.set(element, document.activeElement)
    element.showModal()
    return () => {
      element.close()
      openerOf(element)?.focus({ preventScroll: true })
    }
  }, [])

  const isOnBackdrop = (event: PointerEvent) => event.target === dialog.current
  /** The first tap of a double tap has opened this dialog; the second is not an answer to it. */
  const isSecondTap = () => tap?.firstAt != null && tap.firstAt < openedAt.current

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The press closes only the open menu.
    if (dialog.current?.querySelector(':is(:popover-open)')) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  return (
    <dialog
      {...rest}
      ref={dialog}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        // Comes also from a dialog inside, and from a file chooser that is closed without a file.
        if (event.target !== dialog.current) return
        // The back gesture alone: onKeyDown handles Escape.
        event.preventDefault()
        onBack()
      }}
      onClose={() => {
        // Browsers force a close on a second back gesture: reopen, and let the parent decide.
        if (dialog.current?.open) return
        dialog.current?.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        pressedBackdrop.current = isOnBackdrop(event)
      }}
      onPointerUp={(event) => {
        const isWanted = closesOnBackdrop && pressedBackdrop.current && !isSecondTap()
        if (isWanted && isOnBackdrop(event)) onClose()
      }}
      onClickCapture={(event) => {
        // A key has no place, and `detail` 0.
        if (event.detail === 0 || !isSecondTap()) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {children}
    </dialog>
  )
}

/** Two taps within this time (ms) and distance (CSS pixels) are a double tap. `detail` counts no taps on a phone. */
export const DOUBLE_TAP = { ms: 400, distance: 24 }

/** The last tap on the page, unless a mouse was pressed since. `firstAt`: time of the tap before, if both are a double tap. */
let tap: { at: number; x: number; y: number; firstAt: number | null } | undefined

globalThis.document?.addEventListener(
  'pointerdown',
  ({ timeStamp: at, clientX: x, clientY: y, pointerType }) => {
    if (pointerType === 'mouse') {
      tap = undefined
      return
    }
    const isDouble =
      tap && at - tap.at < DOUBLE_TAP.ms && Math.hypot(x - tap.x, y - tap.y) < DOUBLE_TAP.distance
    tap = { at, x, y, firstAt: isDouble ? (tap?.at ?? null) : null }
  },
  { capture: true, passive: true },
)

/** The element that had the focus before each dialog. The browser loses it when two dialogs close at once. */
const openers = new WeakMap<HTMLDialogElement, Element | null>()

function openerOf(dialog: HTMLDialogElement): HTMLElement | null {
  const opener = openers.get(dialog)
  const parent = opener?.closest('dialog')
  if (parent && !parent.open) return openerOf(parent)
  return opener instanceof HTMLElement ? opener : null
}
