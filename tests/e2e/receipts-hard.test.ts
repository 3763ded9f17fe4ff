/*
 * The upload of a large receipt while the network is lost, the server is killed and the page is closed. It arrives byte
 * for byte, once, and the screen shows the true state (R3).
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { pdf, pdfObjects, pdfStream } from '../support/pdf.ts'
import { expect, test } from './fixtures.ts'
import { networkOf, untilPercent } from './slow-network.ts'
import { chooseReceipt, JULIETA, reachReceiptStep } from './steps.ts'

test.use({ ownServer: {} })

test('[R3] a receipt of almost 10 MB survives failures of the network, the server and the page', async ({
  lucia,
  guest,
  gift,
  server,
}) => {
  const pixels = randomBytes(10 * 1024 * 1024 - 2000).toString('latin1')
  const receipt = pdf(pdfObjects({}, [pdfStream(pixels)]))
  const created: string[] = []
  guest.on('request', (request) => {
    if (request.url().endsWith('/api/uploads')) created.push(request.url())
  })
  const network = await networkOf(guest)
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.pdf', mimeType: 'application/pdf', buffer: receipt })
  await network.slow()
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  const thanks = guest.getByRole('dialog')
  await expect(thanks.getByText('Tu aporte ha sido registrado correctamente.')).toBeVisible()

  // 1. The network goes away, and comes back.
  await untilPercent(guest, 15)
  await network.away()
  await expect(thanks.getByText('Esperando la red')).toBeVisible()
  await expect(thanks.getByText('Enviando comprobante')).toBeHidden()
  await expectReceipt(lucia, gift, 'Comprobante en camino')
  await network.slow()
  await untilPercent(guest, 35)

  // 2. The server is killed and restarted.
  await server.kill()
  await expect(thanks.getByText('Esperando la red')).toBeVisible()
  await server.restart()
  // No tap and no event of the browser: the page resumes by itself, as its "sale solo" promises.
  await untilPercent(guest, 55)

  // 3. The page is reloaded, and the new one resumes.
  await guest.reload()
  await expect(guest.getByText('Enviando el comprobante')).toBeVisible()
  await untilPercent(guest, 65)
  await network.away()
  await expect(guest.getByText('El comprobante espera la red.')).toBeVisible()
  await network.slow()
  await expect(guest.getByText(/está registrado, con su comprobante/)).toBeVisible()
  expect(created).toHaveLength(1)

  await expectReceipt(lucia, gift, 'Ver comprobante')
  const list = await lucia.request.get(`${server.origin}/api/collections/${gift}/receipts`)
  const { receipts }: { receipts: { contributionId: string }[] } = await list.json()
  expect(receipts).toHaveLength(1)
  const path = `/api/receipts/${receipts[0]?.contributionId}/url`
  const { url } = await (await lucia.request.get(server.origin + path)).json()
  const arrived = await (await lucia.request.get(server.origin + url)).body()
  expect(sha256Of(arrived)).toBe(sha256Of(receipt))
})

async function expectReceipt(lucia: Page, gift: string, words: string): Promise<void> {
  await lucia.goto(`/colecta/${gift}`)
  const name = lucia.getByRole('button', { name: JULIETA.name, exact: true })
  await expect(name.filter({ visible: true })).toHaveCount(1)
  await name.filter({ visible: true }).click()
  await expect(lucia.getByText(words).filter({ visible: true })).toBeVisible()
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
