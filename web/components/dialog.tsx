import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'

type DialogProps = {
  open: boolean
  /** Escape, backdrop, back gesture or the cross. The caller closes, or asks first. */
  onClose: () => void
  title: string
  lead?: ReactNode
  /** "Paso 1 de 3" with its three bars. */
  step?: { at: number; of: number } | undefined
  /** The actions, always in view: one primary, full width. */
  foot?: ReactNode
  children?: ReactNode
}

/** A sheet from the bottom on a phone, a centred card of 480 px from 760 px on. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({ onClose, title, lead, step, foot, children }: Omit<DialogProps, 'open'>) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  // The title takes the focus at the start and at every step: what is read first says where one is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new step
  useEffect(() => heading.current?.focus(), [title])

  const titleLine = (
    <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
      {title}
    </h2>
  )

  return (
    <Modal onClose={onClose} className={styles.dialog} aria-labelledby={titleId}>
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
