/** Messages from tabs to service workers. */
export type ServiceWorkerMessage =
  /** Caches the organiser's screens. */
  | 'keep-screens'
  /** Caches the replica's engine. */
  | 'keep-engine'
  /** Deletes the organiser's cache and ends push notices (S10). */
  | 'forget-organiser'
  /** The active worker cancels its requests: while they run, the browser does not replace it. */
  | 'give-way'
  /** The waiting worker replaces the active one. */
  | 'take-over'

/** Sends a message to the active service worker. */
export async function postToServiceWorker(message: ServiceWorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage(message)
}
