import type * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Loading } from '../../components/loading.tsx'
import { openPdf } from './open-pdf.ts'
import styles from './receipt-view.module.css'

/** Receipts have a page or two; of a longer file the rest can be downloaded. */
const MAX_PAGES = 20

interface PdfPagesProps {
  source: string | Blob
  /** Shown when the file cannot be read. */
  problem: ReactNode
}

export function PdfPages({ source, problem }: PdfPagesProps) {
  const [file, setFile] = useState<'loading' | 'failed' | pdfjs.PDFDocumentProxy>('loading')

  useEffect(() => {
    let isCurrent = true
    let task: pdfjs.PDFDocumentLoadingTask | undefined
    async function load() {
      const file = typeof source === 'string' ? source : await source.arrayBuffer()
      const opened = await openPdf(file)
      if (!isCurrent) return void opened.destroy()
      task = opened
      setFile(await opened.promise)
    }
    load().catch(() => isCurrent && setFile('failed'))
    return () => {
      isCurrent = false
      void task?.destroy()
    }
  }, [source])

  if (file === 'failed') return problem
  if (file === 'loading') return <Loading text="Cargando comprobante…" />
  const pages = Array.from({ length: Math.min(file.numPages, MAX_PAGES) }, (_, index) => index + 1)
  return (
    <div className={styles.pages}>
      {pages.map((page) => (
        <PdfPage key={page} file={file} page={page} />
      ))}
      {file.numPages > MAX_PAGES && (
        <p className="muted">
          Se muestran {MAX_PAGES} de {file.numPages} páginas. Descárgalo para ver el resto.
        </p>
      )}
    </div>
  )
}

function PdfPage({ file, page: number }: { file: pdfjs.PDFDocumentProxy; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    let drawing: pdfjs.RenderTask | undefined
    let current = true
    void file
      .getPage(number)
      .then((page) => {
        const place = canvas.current
        if (!place || !current) return
        const width = place.parentElement?.clientWidth ?? 400
        const scale = (width * window.devicePixelRatio) / page.getViewport({ scale: 1 }).width
        const viewport = page.getViewport({ scale })
        place.width = viewport.width
        place.height = viewport.height
        drawing = page.render({ canvas: place, viewport })
        return drawing.promise
      })
      .catch(() => undefined) // cancelled, or a page that cannot be drawn stays white
    return () => {
      current = false
      drawing?.cancel()
    }
  }, [file, number])

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Página ${number} de ${file.numPages}`}
      className={styles.page}
    />
  )
}
