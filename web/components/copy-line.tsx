import { CopyButton } from './copy-button.tsx'
import styles from './copy-line.module.css'

type CopyLineProps = {
  /** "CBU · Banco Galicia". */
  label: string
  value: string
  /** What is copied, when it differs from what is shown. */
  text?: string
  copiedLabel: string
  onCopied?: () => void
}

/** A value to copy inside a card, on sunken ground. */
export function CopyLine({ label, value, text = value, copiedLabel, onCopied }: CopyLineProps) {
  return (
    <div className={styles.line}>
      <div>
        <div className={styles.label}>{label}</div>
        <div className={styles.value}>{value}</div>
      </div>
      <CopyButton text={text} label="Copiar" copiedLabel={copiedLabel} onCopied={onCopied} />
    </div>
  )
}
