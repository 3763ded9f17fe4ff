import { Check, type LucideIcon, Share2, X } from 'lucide-react'
import { Button } from './button.tsx'
import { type CopyState, useCopy } from './use-copy.ts'

/** What another app gets: the words, and the link apart from them. */
export type Message = { title: string; text: string; url: string }

type ShareButtonProps = {
  message: Message
  onShared?: ((by: 'device') => void) | undefined
  /** The device would not share: its link is on the clipboard instead. */
  onCopied?: (() => void) | undefined
}

const FACES: Record<CopyState, [LucideIcon, string]> = {
  idle: [Share2, 'Compartir con otra app'],
  copied: [Check, '¡Enlace copiado!'],
  failed: [X, 'No se pudo compartir'],
}

/** The device's own way to share; nothing where it has none. To change one's mind is no failure. */
export function ShareButton({ message, onShared, onCopied }: ShareButtonProps) {
  const { state, copy } = useCopy()
  if (!canShare(message)) return null
  const [icon, words] = FACES[state]

  const press = async () => {
    try {
      await navigator.share(message)
      onShared?.('device')
    } catch (error) {
      if (isChangeOfMind(error)) return
      if (await copy(message.url)) onCopied?.()
    }
  }

  return (
    <>
      <Button variant={state === 'copied' ? 'done' : 'secondary'} block icon={icon} onClick={press}>
        {words}
      </Button>
      <span className="sr" role="status">
        {state !== 'idle' && words}
      </span>
    </>
  )
}

function canShare(message: Message): boolean {
  if (typeof navigator.share !== 'function') return false
  return navigator.canShare?.(message) ?? true
}

/** Closed without picking an app; or pressed twice, and the first press is still being answered. */
function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)
}
