import { Download, FileWarning, ZoomIn, ZoomOut } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { getReceiptAddress, type ReceiptAddress } from '../../../shared/api/receipts.ts'
import { AppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'
import { Blank } from '../../components/blank.tsx'
import { Button, buttonLook } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { formatSize } from '../../components/format-size.ts'
import { Icon } from '../../components/icon.tsx'
import { Loading } from '../../components/loading.tsx'
import styles from './receipt-dialog.module.css'
import { RepeatedReceipt } from './receipt-mark.tsx'

interface ReceiptDialogProps {
  contributionId: string
  lead: string
  /** The same file came with another contribution (R6). */
  repeated?: boolean
  onClose: () => void
}

export function ReceiptDialog({ contributionId, lead, repeated, onClose }: ReceiptDialogProps) {
  const view = useReceipt(contributionId)
  return (
    <Dialog
      open
      title="Comprobante de Transferencia"
      lead={
        <>
          {lead} {repeated && <RepeatedReceipt />}
        </>
      }
      onClose={onClose}
      foot={
        view.name === 'ready' && (
          <a
            className={buttonLook({ block: true })}
            href={`${view.receipt.url}&download`}
            download={view.receipt.name}
          >
            <Icon of={Download} size={18} />
            Descargar ({formatSize(view.receipt.size)})
          </a>
        )
      }
    >
      <Content view={view} />
    </Dialog>
  )
}

function Content({ view }: { view: ReceiptView }) {
  switch (view.name) {
    case 'loading':
      return <Loading text="Cargando comprobante…" />
    case 'failed':
      return <TroubleNote title={view.title} reason={view.reason} onRetry={view.retry} />
    case 'ready':
      return view.receipt.type === 'application/pdf' ? (
        <Suspense fallback={<Loading text="Cargando comprobante…" />}>
          <PdfPages url={view.receipt.url} />
        </Suspense>
      ) : (
        <Picture url={view.receipt.url} name={view.receipt.name} onRetry={view.retry} />
      )
  }
}

function Picture({ url, name, onRetry }: { url: string; name: string; onRetry: () => void }) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [large, setLarge] = useState(false)
  if (state === 'failed') return <TroubleNote title="Error al cargar la imagen" onRetry={onRetry} />
  return (
    <div className={styles.picture}>
      {state === 'loading' && <Loading text="Cargando comprobante…" />}
      <div className={styles.frame} tabIndex={large ? 0 : undefined}>
        <img
          src={url}
          alt={`Comprobante ${name}`}
          className={large ? styles.large : styles.fitted}
          hidden={state === 'loading'}
          onLoad={() => setState('ready')}
          onError={() => setState('failed')}
        />
      </div>
      {state === 'ready' && (
        <Button
          variant="quiet"
          icon={large ? ZoomOut : ZoomIn}
          onClick={() => setLarge((before) => !before)}
        >
          {large ? 'Ver entero' : 'Acercar'}
        </Button>
      )}
    </div>
  )
}

function TroubleNote({ title, reason, onRetry }: Trouble & { onRetry: () => void }) {
  return (
    <Blank
      icon={FileWarning}
      level={3}
      title={title}
      actions={<Button onClick={onRetry}>Reintentar</Button>}
    >
      {reason && `${reason}. `}El archivo sigue guardado. Revisa tu conexión e intenta nuevamente.
    </Blank>
  )
}

// pdf.js is large, and most receipts are photos.
const PdfPages = lazy(() =>
  import('./pdf-pages.tsx')
    .then(({ PdfPages }) => ({ default: PdfPages }))
    .catch(() => ({
      default: () => <Blank icon={FileWarning} level={3} title="Error al cargar el PDF" />,
    })),
)

type ReceiptView =
  | { name: 'loading' }
  | ({ name: 'failed'; retry: () => void } & Trouble)
  | { name: 'ready'; receipt: ReceiptAddress; retry: () => void }

/** Addresses expire, so that every try requests a new one (R4). */
function useReceipt(contributionId: string): ReceiptView {
  const [attempt, setAttempt] = useState(0)
  const [view, setView] = useState<
    | { name: 'loading' }
    | ({ name: 'failed' } & Trouble)
    | { name: 'ready'; receipt: ReceiptAddress }
  >({ name: 'loading' })
  const retry = () => setAttempt((before) => before + 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let current = true
    setView({ name: 'loading' })
    request(getReceiptAddress, { params: { contributionId } }).then(
      (receipt) => current && setView({ name: 'ready', receipt }),
      (error) => current && setView({ name: 'failed', ...troubleOf(error) }),
    )
    return () => {
      current = false
    }
  }, [contributionId, attempt])

  return view.name === 'loading' ? view : { ...view, retry }
}

interface Trouble {
  title: string
  reason?: string
}

function troubleOf(error: unknown): Trouble {
  if (!(error instanceof AppError) || error.code === 'internal') {
    return { title: 'Error al cargar el comprobante', reason: 'Error al generar URL segura' }
  }
  return {
    title: error.code === 'unavailable' ? 'No se pudo cargar el comprobante' : error.message,
  }
}
