/* The picture that an organiser chooses for a colecta. */
import type { Locator } from '@playwright/test'
import { drawn } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { GIFT } from './steps.ts'

test('an organiser chooses a picture, which the page of the colecta and its link show', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two people, and a picture that is chosen, kept, removed and brought back')
  await lucia.goto(`/colecta/${gift}/edit`)
  const card = lucia.getByRole('region', { name: 'Imagen' })
  await expect(card.getByRole('img', { name: 'La imagen con el avance' })).toBeVisible()
  const choose = async (button: string, file: { name: string; buffer: Buffer }) => {
    const choosing = lucia.waitForEvent('filechooser')
    await card.getByRole('button', { name: button }).click()
    await (await choosing).setFiles({ mimeType: 'image/png', ...file })
  }
  const photo = { name: 'foto.png', buffer: drawn('image/png', 3000, 4000) }

  await choose('Elegir imagen', { name: 'notas.png', buffer: Buffer.from('nada') })
  await expect(card).toContainText('No pudimos leer la imagen. Elige otra, en JPG o PNG.')
  await choose('Elegir imagen', photo)
  const chosen = card.getByRole('img', { name: 'La imagen que elegiste' })
  expect(await sizeOf(chosen)).toEqual([1200, 630])
  await expect(card).not.toContainText('No pudimos leer')
  const address = await chosen.getAttribute('src')
  const preview = lucia.getByRole('complementary', { name: 'Vista previa' })
  await expect(preview.getByRole('presentation')).toHaveAttribute('src', String(address))

  await guest.goto(`/contribuir/${gift}`)
  const shown = guest.getByRole('main').locator('img')
  await expect(shown).toHaveAttribute('src', String(address))
  expect(await sizeOf(shown)).toEqual([1200, 630])
  await expect(guest.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new URL(String(address), guest.url()).href,
  )

  await lucia.context().setOffline(true)
  await choose('Cambiar imagen', photo)
  await expect(card.getByRole('alert')).toContainText(/conexión|servidor/)
  await expect(chosen).toHaveAttribute('src', String(address))
  await lucia.context().setOffline(false)

  // "Deshacer" needs the picture, so it is not removed without it.
  const broken = (url: URL) => url.pathname === new URL(String(address), url).pathname
  await lucia.route(broken, (route) => route.fulfill({ status: 500, body: 'Error' }))
  await card.getByRole('button', { name: 'Quitar imagen' }).click()
  await expect(card.getByRole('alert')).toBeVisible()
  await expect(chosen).toHaveAttribute('src', String(address))
  await lucia.unroute(broken)

  await card.getByRole('button', { name: 'Quitar imagen' }).click()
  await expect(card.getByRole('img', { name: 'La imagen con el avance' })).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { name: GIFT.title })).toBeVisible()
  await expect(shown).toHaveCount(0)
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect(chosen).toHaveAttribute('src', String(address))
})

/** Waits until it is loaded. */
async function sizeOf(image: Locator): Promise<number[]> {
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    return [element.naturalWidth, element.naturalHeight]
  })
}
