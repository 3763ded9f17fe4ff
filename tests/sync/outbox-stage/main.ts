/** The outbox in a page that tests speak to by name. */
import { createOutbox, deleteOutbox, type Outbox } from '../../../web/replica/outbox.ts'

declare global {
  interface Window {
    outbox: { createOutbox: typeof createOutbox; deleteOutbox: typeof deleteOutbox }
    /** Set by a test that needs one for longer than a call. */
    kept: Outbox
  }
}

window.outbox = { createOutbox, deleteOutbox }
