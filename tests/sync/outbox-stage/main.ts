/** The outbox in a page that tests speak to by name. */
import { createOutbox, deleteOutbox } from '../../../web/replica/outbox.ts'

declare global {
  interface Window {
    outbox: { createOutbox: typeof createOutbox; deleteOutbox: typeof deleteOutbox }
  }
}

window.outbox = { createOutbox, deleteOutbox }
