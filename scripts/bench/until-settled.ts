import type { Page } from '@playwright/test'

/** Waits until the server's stream has settled all changes of this person in the page's replica. */
export async function untilSettled(page: Page, personId: string): Promise<void> {
  await page.evaluate(
    (personId) =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel(`entre-todos-copy-${personId}`)
        const ask = () =>
          channel.postMessage({ type: 'call', id: 'state', method: 'state', args: [] })
        channel.onmessage = ({ data }) => {
          if (data.id !== 'state') return
          if (data.value.changes.length > 0) setTimeout(ask, 100)
          else resolve()
        }
        ask()
      }),
    personId,
  )
}
