import { Check, Download, type LucideIcon, MessageCircle, Printer, Share2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button.tsx'
import { classNames } from './class-names.ts'
import { CopyButton, type CopyState, useCopy } from './copy.tsx'
import styles from './share-panel.module.css'

type SharePanelProps = {
  link: string
  whatsAppHref: string
  message: ShareMessage
  onCopied?: () => void
  onShared?: (by: 'whatsapp' | 'device') => void
  qr?: { code: ReactNode; title: string; text: string; onDownload: () => void }
  posterTo?: string
}

export function SharePanel(props: SharePanelProps) {
  const { link, qr } = props
  const whatsApp = (
    <ButtonLink
      href={props.whatsAppHref}
      main
      icon={MessageCircle}
      onClick={() => props.onShared?.('whatsapp')}
    >
      Enviar por WhatsApp
    </ButtonLink>
  )

  return (
    <div className="stack gap-4">
      {whatsApp}
      <div className={styles.link}>
        <span className={classNames(styles.address, 'clip')}>
          {link.replace(/^https?:\/\//, '')}
        </span>
        <CopyButton
          text={link}
          label="Copiar enlace"
          copiedLabel="¡Enlace copiado!"
          outlined
          onCopied={props.onCopied}
        />
      </div>
      <ShareButton message={props.message} onShared={props.onShared} onCopied={props.onCopied} />
      {qr && (
        <div className={styles.qr}>
          {qr.code}
          <div>
            <div className="ink strong">{qr.title}</div>
            {qr.text}
          </div>
          <div className={styles.ways}>
            <Button variant="quiet" icon={Download} onClick={qr.onDownload}>
              Descargar QR
            </Button>
            {props.posterTo && (
              <ButtonLink variant="quiet" icon={Printer} to={props.posterTo}>
                Imprimir cartel
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

export type ShareMessage = { title: string; text: string; url: string }

type ShareButtonProps = {
  message: ShareMessage
  onShared?: ((by: 'device') => void) | undefined
  onCopied?: (() => void) | undefined
}

const FACES: Record<CopyState, [LucideIcon, string]> = {
  idle: [Share2, 'Compartir con otra app'],
  copied: [Check, '¡Enlace copiado!'],
  failed: [X, 'No se pudo compartir'],
}

/** The system's share dialog; renders nothing without one. Closing it is no failure. */
export function ShareButton({ message, onShared, onCopied }: ShareButtonProps) {
  const { state, copy } = useCopy()
  if (!canShare(message)) return null
  const [icon, words] = FACES[state]

  const press = async () => {
    try {
      await navigator.share(message)
      onShared?.('device')
    } catch (error) {
      if (isCancelled(error)) return
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

function canShare(message: ShareMessage): boolean {
  if (typeof navigator.share !== 'function') return false
  return navigator.canShare?.(message) ?? true
}

/** Returns true if the person closed the dialog without choosing an app, or pressed while it was open. */
function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)
}
