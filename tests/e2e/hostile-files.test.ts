/*
 * Malicious receipts in a real browser (R4): alone at their signed address, and in the organiser's dialog. Nothing in
 * them may run.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { metadataOf, upload } from '../../scripts/receipt-upload.ts'
import { CANARY, HOSTILE_HTML, HOSTILE_NAMES, STORED_FILES } from '../support/hostile-files.ts'
import { png } from '../support/pictures.ts'
import { announce } from '../support/receipts.ts'
import type { Front } from '../support/visitor.ts'
import { expect, test } from './fixtures.ts'

const RECEIPTS = [
  ...STORED_FILES.map(([what, bytes, filetype]) => ({ what, bytes, filetype, filename: 'recibo' })),
  ...HOSTILE_NAMES.map((filename, index) => ({
    what: `a name, the ${index + 1}.`,
    bytes: png(40, 60),
    filetype: 'image/png',
    filename,
  })),
]

test('[R4] no hostile file runs, at its own address or in the dialog', async ({
  lucia,
  gift,
  server,
}) => {
  const front: Front = { fetch: (path, init) => fetch(`${server.origin}${path}`, init) }
  const ids: string[] = []
  for (const { what, bytes, ...declared } of RECEIPTS) {
    const { id, capability } = await announce(front, gift, { contributorName: what })
    await upload(server.origin, bytes, metadataOf(bytes, capability, declared))
    ids.push(id)
  }

  const harm = await watch(lucia.context())
  // Proves that the watch detects an attack.
  const owned = await lucia.context().newPage()
  await owned.goto(CANARY)
  await expect.poll(() => harm).toContain(`dialog at ${CANARY}`)
  expect(harm).toContain(`request ${CANARY}`)
  expect(await isOwned(owned)).toBe(true)
  await owned.close()
  harm.length = 0

  const alone = await lucia.context().newPage()
  for (const [index, { what, filetype }] of RECEIPTS.entries()) {
    const answer = await lucia.request.get(`${server.origin}/api/receipts/${ids[index]}/url`)
    const { url } = await answer.json()
    const handedOver = filetype === 'application/pdf' && alone.waitForEvent('download')
    // Chromium fails a navigation that has nothing to show.
    await alone.goto(`${server.origin}${url}`).catch((error) => {
      if (!handedOver) throw error
    })
    await handedOver
    expect(await isOwned(alone), what).toBe(false)
    expect(harm, what).toEqual([])
  }
  await alone.close()

  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: 'Más acciones', exact: true }).click()
  await lucia.getByRole('menuitem', { name: 'Ver comprobantes' }).click()
  const gallery = lucia.getByRole('dialog', { name: 'Comprobantes', exact: true })
  for (const { what } of RECEIPTS) {
    await gallery.getByRole('button', { name: what }).click()
    const receipt = lucia.getByRole('dialog', { name: 'Comprobante de Transferencia' })
    const shown = receipt.getByRole('img').or(receipt.getByText(/^Error al cargar/))
    await expect(shown.first()).toBeVisible()
    await receipt.getByRole('button', { name: 'Cerrar' }).click()
    await expect(receipt).toBeHidden()
  }
  expect(await isOwned(lucia)).toBe(false)
  expect(harm).toEqual([])
})

/** Records the actions that these files attempt. */
async function watch(device: BrowserContext): Promise<string[]> {
  const harm: string[] = []
  device.on('dialog', (dialog) => {
    harm.push(`dialog at ${dialog.page()?.url()}`)
    void dialog.dismiss()
  })
  await device.route(`${CANARY}**`, (route) => {
    harm.push(`request ${route.request().url()}`)
    return route.fulfill({ contentType: 'text/html', body: HOSTILE_HTML })
  })
  return harm
}

function isOwned(page: Page): Promise<boolean> {
  return page.evaluate(() => '__pwned' in window)
}
