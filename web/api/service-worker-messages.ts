export type ServiceWorkerMessage =
  | 'keep-screens'
  | 'keep-engine'
  /** Deletes the organiser's cache and ends push notices (S10). */
  | 'forget-organiser'
  /** The active worker cancels its requests: while they run, the browser does not replace it. */
  | 'give-way'
  | 'take-over'

export async function postToServiceWorker(message: ServiceWorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage(message)
}
