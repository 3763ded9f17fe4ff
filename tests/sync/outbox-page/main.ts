/* The page of outbox.test.ts: puts the outbox on `window`, so that the test can call it in a real browser. */

import { createDurableQueue, type DurableQueue } from '../../../web/outbox/durable-queue.ts'
import { createIndexedDb } from '../../../web/outbox/indexed-db.ts'
import { createOutbox, deleteOutbox, type Outbox } from '../../../web/replica/outbox.ts'

declare global {
  interface Window {
    outbox: { createOutbox: typeof createOutbox; deleteOutbox: typeof deleteOutbox }
    /** Set by a test that uses one outbox over several calls. */
    kept: Outbox
    /** A queue that several tabs use, and the ids that this tab sends. */
    reports: { queue: DurableQueue<{ id: string }>; sent: Set<string> }
  }
}

const sent = new Set<string>()
const queue = createDurableQueue<{ id: string }>({
  database: createIndexedDb({ name: 'reports', stores: { reports: {} } }),
  store: 'reports',
  shared: { isWaiting: (id) => sent.has(id) },
})

window.reports = { queue, sent }
window.outbox = { createOutbox, deleteOutbox }
