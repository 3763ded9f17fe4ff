import { Check, Copy, type LucideIcon, X } from 'lucide-react'
import { useState } from 'react'
import { SECOND } from '../../shared/time.ts'
import { Button, type ButtonLook, IconButton } from './button.tsx'
import styles from './copy.module.css'
import { useTimer } from './use-timer.ts'

type CopyButtonProps = ButtonLook & {
  text: string
  label: string
  copiedLabel: string
  iconOnly?: boolean
  outlined?: boolean
  onCopied?: () => void
}

const ICONS: Record<CopyState, LucideIcon> = { idle: Copy, copied: Check, failed: X }

export function CopyButton(props: CopyButtonProps) {
  const { text, label, copiedLabel, iconOnly, outlined, onCopied, ...look } = props
  const { state, copy } = useCopy()
  const words = { idle: label, copied: copiedLabel, failed: 'No se pudo copiar' }[state]

  const press = async () => {
    if (await copy(text)) onCopied?.()
  }

  return (
    <>
      {iconOnly ? (
        <IconButton
          icon={ICONS[state]}
          label={label}
          outlined={outlined}
          edge={look.edge}
          className={state === 'copied' ? styles.copied : undefined}
          onClick={press}
        />
      ) : (
        <Button
          {...look}
          variant={state === 'copied' ? 'done' : look.variant}
          icon={ICONS[state]}
          onClick={press}
        >
          {words}
        </Button>
      )}
      <span className="sr" role="status">
        {state !== 'idle' && words}
      </span>
    </>
  )
}

type CopyLineProps = {
  label: string
  /** The text shown: a CBU in groups of four. */
  value: string
  text?: string
  copiedLabel: string
  onCopied?: () => void
}

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

type CopyBoxProps = CopyLineProps & { copyLabel: string }

/** A value with a copy button. A used button becomes quiet, so that the next one stands out. */
export function CopyBox({ label, value, text = value, onCopied, ...labels }: CopyBoxProps) {
  const [taken, setTaken] = useState(false)

  return (
    <div className={styles.box}>
      <div>
        <div className={styles.label}>{label}</div>
        <div className={styles['box-value']}>{value}</div>
      </div>
      <CopyButton
        text={text}
        label={labels.copyLabel}
        copiedLabel={labels.copiedLabel}
        variant={taken ? 'secondary' : 'primary'}
        main
        onCopied={() => {
          setTaken(true)
          onCopied?.()
        }}
      />
    </div>
  )
}

const SHOWN_FOR = 2 * SECOND

export type CopyState = 'idle' | 'copied' | 'failed'

/** Reports the result for two seconds. `copy` returns whether it succeeded. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<boolean> } {
  const [last, setLast] = useState<{ state: CopyState }>({ state: 'idle' })

  useTimer(() => setLast({ state: 'idle' }), last.state === 'idle' ? null : SHOWN_FOR, last)

  const copy = async (text: string) => {
    const copied = await copyText(text)
    setLast({ state: copied ? 'copied' : 'failed' })
    return copied
  }
  return { state: last.state, copy }
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** For pages without https, which have no clipboard API. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr'
  // While a dialog is open, nothing outside it can be selected.
  const parent = before?.closest('dialog') ?? document.body
  parent.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}
