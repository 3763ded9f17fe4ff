export type ServiceWorkerMessage =
  /** Marks the browser as an organiser's, and caches every screen. */
  | 'keep-screens'
  /** Caches the database engine, once a replica runs on this device. */
  | 'keep-engine'
  /** Deletes the organiser's cache and ends push notices (S10). */
  | 'forget-organiser'
  /** The active worker cancels its requests: while they run, the browser does not replace it. */
  | 'give-way'
  /** A waiting worker becomes the active one. */
  | 'take-over'

export async function postToServiceWorker(message: ServiceWorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage(message)
}
