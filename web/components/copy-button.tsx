import { Check, Copy, type LucideIcon, X } from 'lucide-react'
import { Button } from './button.tsx'
import type { ButtonLook } from './button-look.ts'
import styles from './copy-button.module.css'
import { IconButton } from './icon-button.tsx'
import { type CopyState, useCopy } from './use-copy.ts'

type CopyButtonProps = ButtonLook & {
  /** What lands on the clipboard. */
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
