import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.mjs?url'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** Runs no script of a PDF (R4). `destroy` of the task frees it. */
export async function openPdf(source: ArrayBuffer | string): Promise<pdfjs.PDFDocumentLoadingTask> {
  await fetchWorker()
  const file = typeof source === 'string' ? { url: source } : { data: source }
  return pdfjs.getDocument({ ...file, isEvalSupported: false, enableXfa: false })
}

/** Puts the worker into the browser's cache. After one failure to load it, pdf.js opens no file in this page. */
async function fetchWorker(): Promise<void> {
  const response = await fetch(workerUrl)
  if (!response.ok) throw new Error(`${workerUrl} answers ${response.status}`)
  await response.blob()
}

const PAGES_OF_TEXT = 3

/** Returns those of the first pages; none for a file that is only a picture. Rejects for a damaged file. */
export async function readPdfLines(data: ArrayBuffer): Promise<string[]> {
  const task = await openPdf(data)
  try {
    const file = await task.promise
    let text = ''
    for (let number = 1; number <= Math.min(file.numPages, PAGES_OF_TEXT); number += 1) {
      const page = await file.getPage(number)
      const { items } = await page.getTextContent()
      for (const item of items) {
        if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
      }
      text += '\n'
    }
    return text.split('\n')
  } finally {
    void task.destroy()
  }
}
