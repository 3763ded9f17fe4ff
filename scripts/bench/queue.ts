import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { timed } from './measure.ts'
import { lackOfBrowser, openDevice } from './open-device.ts'
import { openStage, type Stage } from './open-stage.ts'
import { untilSettled } from './until-settled.ts'
import { untilTidy } from './until-tidy.ts'

const CONTRIBUTIONS = 1_000
const CHANGES = 1_000
/** The replica is written to the disk this long after its last change; see owned-copy.ts. */
const UNTIL_FLUSHED = 3_000 // ms

/**
 * Time for an organiser's browser to store many changes without a network, to be ready with them after a reload, and to
 * send them until the stream has settled the last one.
 */
export async function queue(): Promise<Record<string, number>> {
  const lack = await lackOfBrowser()
  if (lack) {
    console.log(`queue: not measured. ${lack}`)
    return {}
  }
  const stage = await openStage({ contributions: CONTRIBUTIONS })
  const device = await openDevice(stage)
  try {
    const { context, page } = device
    await page.goto('/dashboard')
    await untilTidy(page)
    await page.waitForTimeout(UNTIL_FLUSHED)
    await context.setOffline(true)
    const queued = await timed(() => addContributions(page, stage))

    await page.waitForTimeout(UNTIL_FLUSHED)
    const reloaded = await timed(async () => {
      await page.reload()
      await page.waitForFunction(() => window.watch.opening.ready !== null)
    })

    const sent = await timed(async () => {
      await context.setOffline(false)
      await untilSettled(page, stage.largest.organiserId)
    })
    return {
      [`queue.keep_${CHANGES}_ms`]: queued,
      [`queue.reload_${CHANGES}_ms`]: reloaded,
      [`queue.send_${CHANGES}_ms`]: sent,
    }
  } finally {
    await device.close()
    await stage.close()
  }
}

/** One after another, each through the replica's owner, like any tab. */
async function addContributions(page: Page, { largest }: Stage): Promise<void> {
  const changes = Array.from({ length: CHANGES }, (_, index) => ({
    id: newId(),
    collectionId: largest.id,
    contributorName: `En espera ${index}`,
    contributorEmail: null,
    amount: 1_000_00,
    message: '',
  }))
  await page.evaluate(
    async ({ changes, personId }) => {
      const channel = new BroadcastChannel(`entre-todos-copy-${personId}`)
      for (const args of changes) {
        const id = crypto.randomUUID()
        const answer = new Promise<void>((resolve, reject) => {
          channel.onmessage = ({ data }) => {
            if (data.id !== id) return
            if (data.type === 'answer') resolve()
            else reject(new Error(data.error.message))
          }
        })
        const mutation = ['add-manual-contribution', args, args.id]
        channel.postMessage({ type: 'call', id, method: 'mutate', args: mutation })
        await answer
      }
      channel.close()
    },
    { changes, personId: largest.organiserId },
  )
}
