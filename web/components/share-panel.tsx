import { Download, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { classNames } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './share-panel.module.css'

type SharePanelProps = {
  /** The whole address; shown without its scheme. */
  link: string
  whatsAppHref: string
  /** In a dialog sharing is the primary act; in a card beside others it is soft. */
  prominent?: boolean
  onCopied?: () => void
  onWhatsApp?: () => void
  /** A QrCode (lazy), with its title, sentence and download. */
  qr?: { code: ReactNode; title: string; text: string; onDownload: () => void }
}

/** Ways to hand out a colecta: WhatsApp, its link, a QR. */
export function SharePanel(props: SharePanelProps) {
  const { link, prominent = false, qr } = props
  const whatsApp = (
    <ButtonLink
      href={props.whatsAppHref}
      variant={prominent ? 'primary' : 'soft'}
      size={prominent ? 'lg' : 'md'}
      block
      icon={MessageCircle}
      onClick={props.onWhatsApp}
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
      {qr && (
        <div className={styles.qr}>
          {qr.code}
          <div>
            <div className={styles['qr-title']}>{qr.title}</div>
            {qr.text}
          </div>
          <Button variant="quiet" icon={Download} onClick={qr.onDownload}>
            Descargar QR
          </Button>
        </div>
      )}
    </div>
  )
}
