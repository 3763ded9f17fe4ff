import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './celebration.module.css'
import { Mark } from './mark.tsx'
import { Modal } from './modal.tsx'
import { Petals } from './petals.tsx'

type CelebrationProps = {
  title?: string
  /** "Tu aporte ha sido registrado correctamente." */
  text: string
  /** Between the words and the button: where the receipt stands. */
  children?: ReactNode
  onClose: () => void
}

/** The thank-you over the whole screen, open as long as it is rendered. */
export function Celebration({ title = '¡Gracias!', text, children, onClose }: CelebrationProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])
  usePlayedOnce()

  return (
    <Modal
      onClose={onClose}
      closesBeside={false}
      className={styles.celebration}
      aria-labelledby={titleId}
    >
      <Petals />
      <div className={styles.inside}>
        <Mark className={styles.mark} />
        <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
        {children && <div className={styles.slot}>{children}</div>}
        <Button variant="primary" size="lg" block onClick={onClose}>
          Cerrar
        </Button>
      </div>
    </Modal>
  )
}

/** Its code comes with the moment: nobody waits for a sound. */
function usePlayedOnce() {
  const played = useRef(false)
  useEffect(() => {
    if (played.current) return
    played.current = true
    import('./play-thanks.ts').then(
      ({ playThanks }) => playThanks(),
      () => undefined, // no network, no sound
    )
  }, [])
}
