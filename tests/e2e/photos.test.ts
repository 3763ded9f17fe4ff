import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { HEIC } from '../support/hostile-files.ts'
import { drawn, exifSegment, png, withSegments } from '../support/pictures.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { chooseReceipt, openReceipt, reachReceiptStep } from './steps.ts'

test.use(ONLINE)

test('a photo that is sent unchanged loses its location, and stays upright', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  const photo = drawn('image/jpeg', 60, 40)
  const file = { name: 'foto.jpg', mimeType: 'image/jpeg' }
  await reachReceiptStep(guest, gift)
  await guest.getByLabel('Enviar las fotos sin achicar').check()
  const buffer = withSegments(photo, exifSegment(6))
  await chooseReceipt(guest, { ...file, buffer })
  const created = guest.waitForRequest('**/api/uploads')
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()

  const fetched = lucia.waitForResponse('**/api/receipts/*/file?**')
  await openReceipt(lucia, gift)
  const image = lucia.getByRole('img', { name: 'Comprobante foto.jpg' })
  await expect.poll(() => sizeOf(image)).toEqual([40, 60])
  const stored = await (await fetched).body()
  expect(stored.length).toBe(photo.length + 36) // one segment, which holds the orientation alone
  const { 'upload-metadata': metadata = '' } = (await created).headers()
  expect(Buffer.from(/sha256 (\S+?)(,|$)/.exec(metadata)?.[1] ?? '', 'base64').toString()).toBe(
    createHash('sha256').update(stored).digest('hex'),
  )
})

test('a long screenshot is made smaller by its area, so that it stays readable', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  await reachReceiptStep(guest, gift)
  // Large enough to be made smaller.
  const buffer = Buffer.concat([png(1080, 6000), Buffer.alloc(1024 * 1024)])
  await chooseReceipt(guest, { name: 'captura.png', mimeType: 'image/png', buffer })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()

  await openReceipt(lucia, gift)
  const image = lucia.getByRole('img', { name: 'Comprobante captura.jpg' })
  await expect.poll(() => sizeOf(image)).toEqual([834, 4636])
})

test('a HEIC photo is sent as JPEG by a browser that can read it', { tag: '@sweep' }, async ({
  lucia,
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  // Safari does; here a stand-in reads it.
  await guest.evaluate(() => {
    const read = createImageBitmap
    window.createImageBitmap = (source: ImageBitmapSource) =>
      read(source instanceof File && source.name === 'IMG_1.heic' ? new ImageData(40, 60) : source)
  })
  await chooseReceipt(guest, { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: HEIC })
  await expect(guest.getByText('IMG_1.jpg')).toBeVisible()
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()

  await openReceipt(lucia, gift)
  const image = lucia.getByRole('img', { name: 'Comprobante IMG_1.jpg' })
  await expect.poll(() => sizeOf(image)).toEqual([40, 60])
})

/** Returns the width and height of a picture's file, in px. */
function sizeOf(image: Locator): Promise<[number, number]> {
  return image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
    naturalWidth,
    naturalHeight,
  ])
}
