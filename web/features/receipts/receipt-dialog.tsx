import { Download, FileWarning, ZoomIn, ZoomOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { getReceiptAddress, type ReceiptAddress } from '../../../shared/api/receipts.ts'
import type { AppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-request.ts'
import { Blank } from '../../components/blank.tsx'
import { Button, buttonLook } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { formatSize } from '../../components/format-size.ts'
import { Icon } from '../../components/icon.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
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
  // Addresses expire, so that every attempt requests a new one (R4).
  const found = useRequest(
    () => request(getReceiptAddress, { params: { contributionId } }),
    contributionId,
  )
  return (
    <Dialog
      title="Comprobante de Transferencia"
      lead={
        <>
          {lead} {repeated && <RepeatedReceipt />}
        </>
      }
      onClose={onClose}
      foot={
        found.name === 'ready' && (
          <a
            className={buttonLook({ block: true })}
            href={`${found.answer.url}&download`}
            download={found.answer.name}
          >
            <Icon of={Download} size={18} />
            Descargar ({formatSize(found.answer.size)})
          </a>
        )
      }
    >
      <Content found={found} />
    </Dialog>
  )
}

type Found = ReturnType<typeof useRequest<ReceiptAddress>>

function Content({ found }: { found: Found }) {
  switch (found.name) {
    case 'loading':
      return <Loading text="Cargando comprobante…" />
    case 'failed':
      return <ReceiptProblemNote {...problemOf(found.error)} onRetry={found.retry} />
    case 'ready':
      return found.answer.type === 'application/pdf' ? (
        <Suspense fallback={<Loading text="Cargando comprobante…" />}>
          <PdfPages url={found.answer.url} />
        </Suspense>
      ) : (
        <Picture {...found.answer} onRetry={found.retry} />
      )
  }
}

function Picture({ url, name, onRetry }: { url: string; name: string; onRetry: () => void }) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [large, setLarge] = useState(false)
  if (state === 'failed')
    return <ReceiptProblemNote title="Error al cargar la imagen" onRetry={onRetry} />
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

function ReceiptProblemNote({ title, reason, onRetry }: ReceiptProblem & { onRetry: () => void }) {
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
const PdfPages = lazyExtra(
  () => import('./pdf-pages.tsx').then((module) => module.PdfPages),
  () => <Blank icon={FileWarning} level={3} title="Error al cargar el PDF" />,
)

interface ReceiptProblem {
  title: string
  reason?: string
}

function problemOf({ code, message }: AppError): ReceiptProblem {
  if (code === 'internal') {
    return { title: 'Error al cargar el comprobante', reason: 'Error al generar URL segura' }
  }
  return { title: code === 'unavailable' ? 'No se pudo cargar el comprobante' : message }
}
