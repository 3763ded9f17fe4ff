/* The worker of start-reading.ts. It ends with the page, or when the person cancels. */
import '../../api/older-browsers.ts'
import { MAX_BYTES } from '../../../shared/conciliation/file-problem.ts'
import type { StatementFile } from '../../../shared/conciliation/read-statements.ts'
import { statementStore } from '../../api/statement-store.ts'
import { type JobFacts, type ReadJob, type ReadResult, runReadJob } from './read-job.ts'
import type { Review, ReviewLine } from './review.ts'

export type FromReader =
  | { type: 'rows'; file: string; rows: number }
  | { type: 'part'; lines: ReviewLine[]; pairs: Review['pairs'] }
  | { type: 'done'; result: ReadResult }
  | { type: 'failed'; message: string }

/** The files come first; they are read while the page asks for the facts. */
export type ToReader =
  | { type: 'files'; job: Omit<ReadJob, 'facts'>; files: File[] }
  | { type: 'facts'; facts: JobFacts }

let takeFacts: (facts: JobFacts) => void
const facts = new Promise<JobFacts>((resolve) => {
  takeFacts = resolve
})

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  if (data.type === 'facts') takeFacts(data.facts)
  else void read(data.job, data.files)
}

async function read(job: Omit<ReadJob, 'facts'>, files: File[]): Promise<void> {
  try {
    const store = statementStore(job.personId, job.tabId)
    const statements = await Promise.all(files.map(readFile))
    const onRows = (file: string, rows: number) => post({ type: 'rows', file, rows })
    const result = await runReadJob({ ...job, facts }, statements, store, onRows)
    postParts(result)
  } catch (error) {
    post({ type: 'failed', message: String(error) })
  }
}

const LINES_AT_ONCE = 500

/** Posts the review in parts, because the page is blocked while it reads one message. */
function postParts({ review, ...rest }: ReadResult): void {
  for (let at = 0; review && at < review.lines.length; at += LINES_AT_ONCE) {
    const lines = review.lines.slice(at, at + LINES_AT_ONCE)
    const pairs = lines.flatMap(({ id }) => (review.pairs[id] ? [[id, review.pairs[id]]] : []))
    post({ type: 'part', lines, pairs: Object.fromEntries(pairs) })
  }
  const head = review && { ...review, lines: [], pairs: {} }
  post({ type: 'done', result: { ...rest, review: head } })
}

function post(message: FromReader): void {
  self.postMessage(message)
}

/** One byte more than allowed is enough to refuse a file. */
async function readFile(file: File): Promise<StatementFile> {
  const bytes = await file.slice(0, MAX_BYTES + 1).arrayBuffer()
  return { name: file.name, bytes: new Uint8Array(bytes) }
}
