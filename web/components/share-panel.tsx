import { Download, MessageCircle, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { classNames } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'
import { type Message, ShareButton } from './share-button.tsx'
import styles from './share-panel.module.css'

type SharePanelProps = {
  /** The whole address; shown without its scheme. */
  link: string
  whatsAppHref: string
  /** For the device's own way to share, where it has one. */
  message: Message
  /** In a dialog sharing is the primary act; in a card beside others it is soft. */
  prominent?: boolean
  onCopied?: () => void
  /** It left by WhatsApp, or by another app. */
  onShared?: (by: 'whatsapp' | 'device') => void
  /** A QrCode (lazy), with its title, sentence and download. */
  qr?: { code: ReactNode; title: string; text: string; onDownload: () => void }
  /** Where the poster for a wall is. */
  posterTo?: string
}

/** Ways to hand out a colecta: WhatsApp, any other app, its link, a QR, a poster. */
export function SharePanel(props: SharePanelProps) {
  const { link, prominent = false, qr } = props
  const whatsApp = (
    <ButtonLink
      href={props.whatsAppHref}
      variant={prominent ? 'primary' : 'soft'}
      size={prominent ? 'lg' : 'md'}
      block
      icon={MessageCircle}
      onClick={() => props.onShared?.('whatsapp')}
    >
      Enviar por WhatsApp
    </ButtonLink>
  )

  return (
    <div className={styles.panel}>
      {prominent && whatsApp}
      <div className={styles.link}>
        <span className={classNames(styles.address, 'clip')}>
          {link.replace(/^https?:\/\//, '')}
        </span>
        <CopyButton
          text={link}
          label="Copiar enlace"
          copiedLabel="¡Enlace copiado!"
          iconOnly={!prominent}
          line
          onCopied={props.onCopied}
        />
      </div>
      {!prominent && whatsApp}
      <ShareButton message={props.message} onShared={props.onShared} onCopied={props.onCopied} />
      {qr && (
        <div className={styles.qr}>
          {qr.code}
          <div>
            <div className={styles['qr-title']}>{qr.title}</div>
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
