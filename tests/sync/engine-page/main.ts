/* The page of engine.test.ts: puts openEngine on `window`, so that the test can call it in a real browser. */
import { openEngine } from '../../../web/replica/engine.ts'

declare global {
  interface Window {
    openEngine: typeof openEngine
    /** Opened by a test. */
    engine: Awaited<ReturnType<typeof openEngine>>
  }
}

window.openEngine = openEngine
