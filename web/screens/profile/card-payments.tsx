import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { connectSeller, disconnectSeller } from '../../../shared/api/sellers.ts'
import { CONNECTIONS, type Connection, type Seller } from '../../../shared/seller.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import type { useFresh } from '../../api/use-request.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { Note } from '../../components/note.tsx'
import { showToast } from '../../components/toast.tsx'
import styles from './profile.module.css'

type Own = ReturnType<typeof useFresh<{ seller: Seller | null }>>

/** The card that connects the organiser's Mercado Pago account, which gets the payments of their colectas. */
export function CardPayments({ own }: { own: Own }) {
  return (
    <Card paperOnPhone className={styles.card} title="Cobrar con Mercado Pago">
      <Connecting own={own} />
    </Card>
  )
}

function Connecting({ own }: { own: Own }) {
  const [query] = useSearchParams()
  const ended = CONNECTIONS.find((connection) => connection === query.get('mercado-pago'))

  if (own.name === 'loading')
    return <Skeleton rows={2} label="Cargando tu cuenta de Mercado Pago" />
  if (own.name === 'failed')
    return <Failed title="No pudimos cargar tu cuenta de Mercado Pago" {...own} />
  const { reload } = own
  const { seller } = own.answer
  const isConnected = seller !== null && !seller.isBroken
  return (
    <>
      {ended && (ended === 'connected') === isConnected && <ConnectionOutcome of={ended} />}
      {seller === null && <NotConnected />}
      {seller?.isBroken && <Broken seller={seller} onForgotten={reload} />}
      {seller && !seller.isBroken && <Connected seller={seller} onForgotten={reload} />}
    </>
  )
}

/** Scrolls into view, because people return to the top of a long page. */
function ConnectionOutcome({ of }: { of: Connection }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Returns a promise in newer browsers, which is no clean-up.
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  const [tone, text] = OUTCOMES[of]
  return (
    <div ref={element}>
      <Note tone={tone} role={tone === 'warn' ? 'alert' : 'status'}>
        {text}
      </Note>
    </div>
  )
}

const OUTCOMES: Record<Connection, ['ok' | 'info' | 'warn', string]> = {
  connected: ['ok', '¡Listo! Tus colectas ya ofrecen Mercado Pago.'],
  cancelled: ['info', 'No conectaste tu cuenta. Nada cambió.'],
  unavailable: ['warn', 'Mercado Pago no responde. Intenta nuevamente en unos minutos.'],
  failed: ['warn', 'No se pudo conectar tu cuenta de Mercado Pago. Intenta nuevamente.'],
}

function NotConnected() {
  return (
    <div className={styles.setting}>
      <p className={styles.words}>
        Conecta tu cuenta y tus colectas aceptan también tarjeta y dinero en Mercado Pago. Lo que se
        paga va directo a tu cuenta; Mercado Pago te cobra su comisión.
      </p>
      <Connect label="Conectar mi cuenta" />
    </div>
  )
}

function Connected({ seller, onForgotten }: SellerProps) {
  return (
    <div className={styles.setting}>
      <div>
        <h3>{nameOf(seller)}</h3>
        <p className={styles.words}>
          Conectada el <Moment iso={seller.connectedAt} />. Lo que se paga con Mercado Pago en tus
          colectas va a esta cuenta.
        </p>
      </div>
      <Disconnect onForgotten={onForgotten} />
    </div>
  )
}

function Broken({ seller, onForgotten }: SellerProps) {
  return (
    <>
      <Note tone="warn">
        Mercado Pago ya no nos deja cobrar para {nameOf(seller)}. Por eso tus colectas no lo
        ofrecen. Conecta tu cuenta otra vez.
      </Note>
      <div className={styles.setting}>
        <Connect label="Conectar otra vez" />
        <Disconnect onForgotten={onForgotten} />
      </div>
    </>
  )
}

interface SellerProps {
  seller: Seller
  onForgotten: () => Promise<void>
}

const nameOf = ({ accountName, accountId }: Seller) => accountName ?? `la cuenta n.º ${accountId}`

function Connect({ label }: { label: string }) {
  const { busy, run } = useAction((text) => showToast({ text }))
  return (
    <Button
      variant="primary"
      busy={busy}
      busyText="Un momento…"
      onClick={() =>
        run(async () => {
          const { url } = await request(connectSeller)
          window.location.assign(url)
        })
      }
    >
      {label}
    </Button>
  )
}

function Disconnect({ onForgotten }: { onForgotten: () => Promise<void> }) {
  const [asks, setAsks] = useState(false)
  const { busy, run } = useAction((text) => showToast({ text }))
  return (
    <>
      <Button
        variant="danger-quiet"
        edge="start"
        className={styles.quiet}
        onClick={() => setAsks(true)}
      >
        Desconectar
      </Button>
      <ConfirmDialog
        open={asks}
        title="¿Desconectar tu cuenta de Mercado Pago?"
        confirmLabel="Desconectar cuenta"
        danger
        busy={busy}
        busyText="Desconectando…"
        onCancel={() => setAsks(false)}
        onConfirm={() =>
          run(async () => {
            // The toast is outside the dialog, so the dialog closes first, also on a failure.
            await request(disconnectSeller).finally(() => setAsks(false))
            await onForgotten()
            showToast({ text: 'Desconectamos tu cuenta de Mercado Pago.' })
          })
        }
      >
        <p>
          Tus colectas dejan de ofrecer Mercado Pago y borramos el permiso que nos diste; en Mercado
          Pago también puedes quitarlo. Lo que ya se pagó es tuyo y sigue en tus listas. Un pago que
          alguien tenga a medias no se confirma solo: lo marcas tú cuando lo ves en tu cuenta.
        </p>
      </ConfirmDialog>
    </>
  )
}
