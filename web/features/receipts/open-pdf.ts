import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
// Built as a worker, not copied: compressed, and without syntax that Safari 16.2 cannot parse.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url'
import { fetchOnce } from '../../api/fetch-once.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** Runs no script of a PDF (R4). `destroy` of the task frees it. */
export async function openPdf(source: ArrayBuffer | string): Promise<pdfjs.PDFDocumentLoadingTask> {
  // After one failure to load its worker, pdf.js opens no file in this page.
  await fetchOnce(workerUrl)
  const file = typeof source === 'string' ? { url: source } : { data: source }
  return pdfjs.getDocument({ ...file, isEvalSupported: false, enableXfa: false })
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
