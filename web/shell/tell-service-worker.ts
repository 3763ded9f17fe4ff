import type { ToServiceWorker } from './service-worker.ts'

/** Asks it as soon as there is one; it does so in its own time. */
export async function tellServiceWorker(wish: ToServiceWorker): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage(wish)
}
