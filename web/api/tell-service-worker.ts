/**
 * What a tab may ask for. `take-over` puts a version that waits in the place of the one before, which by
 * `give-way` ends what it still fetches: until then the browser keeps it.
 */
export type ToServiceWorker =
  | 'keep-screens'
  | 'keep-engine'
  | 'forget-organiser'
  | 'take-over'
  | 'give-way'

/** Asks it as soon as there is one; it does so in its own time. */
export async function tellServiceWorker(wish: ToServiceWorker): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage(wish)
}
