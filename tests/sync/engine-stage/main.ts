/** The engine in a page that tests speak to by name. */
import { openEngine } from '../../../web/replica/engine.ts'

declare global {
  interface Window {
    openEngine: typeof openEngine
    /** Opened by a test. */
    engine: Awaited<ReturnType<typeof openEngine>>
  }
}

window.openEngine = openEngine
