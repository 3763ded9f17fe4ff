import { Check, Copy, type LucideIcon, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SECOND } from '../../shared/time.ts'
import { Button, type ButtonLook } from './button.tsx'
import styles from './copy.module.css'
import { IconButton } from './icon-button.tsx'

type CopyButtonProps = ButtonLook & {
  /** The text to copy. */
  text: string
  /** "Copiar alias". */
  label: string
  /** "¡Alias copiado!", for two seconds. */
  copiedLabel: string
  /** The icon alone, 44 px, at the end of a line. */
  iconOnly?: boolean
  /** `iconOnly` with its own border. */
  line?: boolean
  onCopied?: () => void
}

const ICONS: Record<CopyState, LucideIcon> = { idle: Copy, copied: Check, failed: X }

/** Copies, and says so where it was pressed. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, copiedLabel, iconOnly, line, onCopied, ...look } = props
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
          line={line}
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
  /** "CBU · Banco Galicia". */
  label: string
  value: string
  /** The text to copy, if it differs from the text shown. */
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
        <div className={styles['box-value']}>{value}</div>
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

/** How long the button shows that the text was copied, in ms. */
const SHOWN_FOR = 2 * SECOND

export type CopyState = 'idle' | 'copied' | 'failed'

/** Copies and remembers for two seconds how it went. `copy` answers whether it did. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<boolean> } {
  const [last, setLast] = useState<{ state: CopyState }>({ state: 'idle' })

  useEffect(() => {
    if (last.state === 'idle') return
    const timer = setTimeout(() => setLast({ state: 'idle' }), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [last])

  const copy = async (text: string) => {
    const copied = await copyText(text)
    setLast({ state: copied ? 'copied' : 'failed' })
    return copied
  }
  return { state: last.state, copy }
}

/** Puts a text on the clipboard. False when the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** For pages without https, where there is no clipboard to ask. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr'
  // Outside of an open dialog nothing can be selected.
  const ground = before?.closest('dialog') ?? document.body
  ground.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}
