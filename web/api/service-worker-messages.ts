/**
 * Messages from tabs to service workers. `give-way` makes the active version cancel its requests, and `take-over` makes
 * the waiting one replace it; while requests run the browser keeps the active one.
 */
export type ServiceWorkerMessage =
  | 'keep-screens'
  | 'keep-engine'
  | 'forget-organiser'
  | 'take-over'
  | 'give-way'

/** Sends a message to the page's service worker. */
export async function postToServiceWorker(message: ServiceWorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage(message)
}
