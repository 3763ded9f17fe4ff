import { useState } from 'react'
import styles from './copy-box.module.css'
import { CopyButton } from './copy-button.tsx'

type CopyBoxProps = {
  /** "Alias", "CBU · Banco Galicia". */
  label: string
  /** As the eye likes it: a CBU in groups of four. */
  value: string
  /** As the bank likes it, without spaces; the value itself when absent. */
  text?: string
  copyLabel: string
  copiedLabel: string
  onCopied?: () => void
}

/** The one thing to take along. Once copied its button goes quiet, so that the next one can light up. */
export function CopyBox({ label, value, text = value, onCopied, ...labels }: CopyBoxProps) {
  const [taken, setTaken] = useState(false)

  return (
    <div className={styles.box}>
      <div>
        <div className={styles.label}>{label}</div>
        <div className={styles.value}>{value}</div>
      </div>
      <CopyButton
        text={text}
        label={labels.copyLabel}
        copiedLabel={labels.copiedLabel}
        variant={taken ? 'secondary' : 'primary'}
        size="lg"
        block
        onCopied={() => {
          setTaken(true)
          onCopied?.()
        }}
      />
    </div>
  )
}
