import { FileWarning, ZoomIn, ZoomOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReceiptAddress } from '../../../shared/api/receipts.ts'
import type { AppError } from '../../../shared/errors.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { Loading } from '../../components/loading.tsx'
import styles from './receipt-view.module.css'

export type FoundReceipt =
  | { name: 'loading' }
  | { name: 'failed'; error: AppError; retry: () => void }
  /** `file`: its bytes, when they are on the device already. */
  | { name: 'ready'; answer: ReceiptAddress; file?: Blob; retry: () => void }

export function ReceiptView({ found }: { found: FoundReceipt }) {
  switch (found.name) {
    case 'loading':
      return <Loading text="Cargando comprobante…" />
    case 'failed':
      return <ReceiptProblemNote {...problemOf(found.error)} onRetry={found.retry} />
    case 'ready':
      return found.answer.type === 'application/pdf' ? (
        <Suspense fallback={<Loading text="Cargando comprobante…" />}>
          <PdfPages
            source={found.file ?? found.answer.url}
            problem={<ReceiptProblemNote title="Error al cargar el PDF" onRetry={found.retry} />}
          />
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
    <EmptyState
      icon={FileWarning}
      level={3}
      title={title}
      actions={<Button onClick={onRetry}>Reintentar</Button>}
    >
      {reason && `${reason}. `}El archivo sigue guardado. Revisa tu conexión e intenta nuevamente.
    </EmptyState>
  )
}

// pdf.js is large, and most receipts are photos.
const PdfPages = lazyExtra(
  () => import('./pdf-pages.tsx').then((module) => module.PdfPages),
  ({ problem }) => problem,
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
