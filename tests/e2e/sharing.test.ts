import type { Page } from '@playwright/test'
import { formatDay } from '../../shared/dates.ts'
import { shortCode } from '../../shared/id.ts'
import { sharedLink } from '../../shared/links.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { setColorScheme } from './set-color-scheme.ts'
import { clipboardOf, expectQr, GIFT, untilWritten } from './steps.ts'
import { untilStored } from './until-stored.ts'

test.use({ ...ONLINE, permissions: ['clipboard-read', 'clipboard-write'] })

/** Adds the share dialog of the device, which a headless browser lacks. It ends as `answer` says. */
async function giveSharing(page: Page, answer: 'shared' | 'closed' | 'refused'): Promise<void> {
  await page.addInitScript((answer) => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    navigator.canShare = () => true
    navigator.share = async (message) => {
      if (answer === 'closed') throw new DOMException('Share canceled', 'AbortError')
      if (answer === 'refused') throw new DOMException('Permission denied', 'NotAllowedError')
      if (message) shared.push(message)
    }
  }, answer)
}

const shared = (page: Page) =>
  page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)

async function openPanel(page: Page, gift: string) {
  await page.goto(`/colecta/${gift}`)
  const open = page.getByRole('button', { name: 'Compartir', exact: true })
  await open.filter({ visible: true }).click()
  const panel = page.getByRole('dialog', { name: 'Comparte tu colecta' })
  await expect(panel.getByRole('link', { name: 'Enviar por WhatsApp' })).toBeVisible()
  return panel
}

test.describe('the link of a colecta', () => {
  test('is sent by WhatsApp or copied when the device has no share dialog', async ({
    lucia,
    gift,
  }) => {
    const panel = await openPanel(lucia, gift)
    await expect(panel.getByRole('button', { name: 'Compartir con otra app' })).toHaveCount(0)
    const whatsApp = panel.getByRole('link', { name: 'Enviar por WhatsApp' })
    await expect(whatsApp).toHaveAttribute('target', '_blank')
    const link = sharedLink(new URL(lucia.url()).origin, gift)
    const { origin, pathname, searchParams } = new URL((await whatsApp.getAttribute('href')) ?? '')
    expect(origin + pathname).toBe('https://wa.me/')
    expect(searchParams.get('text')).toMatch(new RegExp(`«${GIFT.title}».*\\n${link}$`))
    await panel.getByRole('button', { name: 'Copiar enlace' }).click()
    await expect(panel.getByRole('status').filter({ hasText: /^¡Enlace copiado!$/ })).toHaveCount(1)
    expect(await clipboardOf(lucia)).toBe(link)
  })

  test('is shared from every part of a colecta without contributions', async ({ lucia, gift }) => {
    await lucia.goto(`/colecta/${gift}`)
    const share = lucia.getByRole('button', { name: 'Compartir', exact: true })
    for (const part of ['Detalles', 'Cuántos faltan', 'Aportes']) {
      await lucia.getByRole('tab', { name: part }).click()
      await expect(share.filter({ visible: true })).toHaveCount(1)
    }
  })

  test('is shared by the device’s share dialog, with its text apart', async ({ lucia, gift }) => {
    await giveSharing(lucia, 'shared')
    const panel = await openPanel(lucia, gift)
    await panel.getByRole('button', { name: 'Compartir con otra app' }).click()
    await expect.poll(() => shared(lucia)).toHaveLength(1)
    const [message] = await shared(lucia)
    expect(message?.title).toBe(GIFT.title)
    expect(message?.url).toBe(sharedLink(new URL(lucia.url()).origin, gift))
    expect(message?.text).toContain(GIFT.title)
    expect(message?.text).not.toContain('http')
  })

  test('changes nothing when the share dialog is closed', async ({ lucia, gift }) => {
    await giveSharing(lucia, 'closed')
    const panel = await openPanel(lucia, gift)
    await lucia.evaluate(() => navigator.clipboard.writeText('lo de antes'))
    await panel.getByRole('button', { name: 'Compartir con otra app' }).click()
    await expect(panel.getByRole('button', { name: 'Compartir con otra app' })).toBeVisible()
    await expect(panel.getByText('No se pudo')).toHaveCount(0)
    expect(await clipboardOf(lucia)).toBe('lo de antes')
  })

  test('is copied when the share dialog is refused', async ({ lucia, gift }) => {
    await giveSharing(lucia, 'refused')
    const panel = await openPanel(lucia, gift)
    await panel.getByRole('button', { name: 'Compartir con otra app' }).click()
    await expect(panel.getByRole('button', { name: '¡Enlace copiado!', exact: true })).toBeVisible()
    expect(await clipboardOf(lucia)).toBe(sharedLink(new URL(lucia.url()).origin, gift))
  })

  test('has its title and picture in the page, for the previews of messengers', async ({
    guest,
    gift,
    server,
  }) => {
    await untilWritten(guest, gift)
    const page = await (await guest.request.get(`${server.origin}/contribuir/${gift}`)).text()
    expect(page.slice(0, 2_048)).toContain(`<meta property="og:title" content="${GIFT.title}" />`)
    const [, image = ''] = /property="og:image" content="([^"]*)"/.exec(page) ?? []
    const picture = await guest.request.get(image)
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
    // Two titles would leave the first one in the tab for ever.
    await guest.goto(`/contribuir/${gift}`)
    await expect(guest.getByRole('heading', { name: GIFT.title, exact: true })).toBeVisible()
    await expect(guest).toHaveTitle(`${GIFT.title} · Entre Todos`)
  })
})

test.describe('the poster', () => {
  test('is linked in the panel, and stays white in both colour schemes', async ({
    lucia,
    gift,
  }) => {
    const panel = await openPanel(lucia, gift)
    await panel.getByRole('link', { name: 'Imprimir cartel' }).click()
    const sheet = lucia.getByRole('article', { name: 'Cartel' })
    await expect(lucia).toHaveURL(`/colecta/${gift}/imprimir`)
    const { host, origin } = new URL(lucia.url())
    await expect(sheet).toHaveText(
      [
        `${GIFT.title}Organiza ${LUCIA.firstName}`,
        `Escanea el código con la cámara de tu teléfono${host}/c/${shortCode(gift)}`,
        `Monto sugerido$\u00a0${GIFT.suggestedAmount}Hasta el${formatDay(GIFT.deadline)}`,
        'Entre TodosSin comisiones. Nadie tiene que registrarse para aportar.',
      ].join(''),
    )
    await expectQr(sheet.getByRole('img', { name: 'QR para aportar' }), sharedLink(origin, gift))
    const sideways = await lucia.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    expect(sideways).toBeLessThanOrEqual(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await setColorScheme(lucia, colorScheme)
      const ground = await sheet.evaluate((paper) => getComputedStyle(paper).backgroundColor)
      expect(ground).toBe('rgb(255, 255, 255)')
    }
  })

  test('prints on one white sheet, without the page around it', async ({ lucia, gift }) => {
    await lucia.addInitScript(() => {
      Object.assign(window, { printed: 0 })
      window.print = () => Object.assign(window, { printed: 1 })
    })
    await lucia.goto(`/colecta/${gift}/imprimir`)
    await lucia.getByRole('button', { name: 'Imprimir' }).click()
    const printed = () => lucia.evaluate(() => Reflect.get(window, 'printed'))
    await expect.poll(printed).toBe(1)

    const sheets = (await lucia.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(sheets.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
    await lucia.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(lucia.getByRole('heading', { name: GIFT.title, exact: true })).toBeVisible()
    for (const hidden of ['banner', 'contentinfo'] as const) {
      await expect(lucia.getByRole(hidden)).toHaveCount(0)
    }
    await expect(lucia.getByRole('button', { name: 'Imprimir' })).toHaveCount(0)
    const ground = await lucia.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe('rgb(255, 255, 255)')
  })

  test.describe(() => {
    test.use({ serviceWorkers: 'allow' })

    test('is shown offline, from the replica', async ({ lucia, gift }) => {
      await lucia.goto(`/colecta/${gift}`)
      await untilStored(lucia)
      await lucia.context().setOffline(true)
      await lucia.goto(`/colecta/${gift}/imprimir`)
      await expect(lucia.getByRole('img', { name: 'QR para aportar' })).toBeVisible()
      await expect(lucia.getByText(`Organiza ${LUCIA.firstName}`)).toBeVisible()
    })
  })

  test('is shown to its organiser only', async ({ guest, gift }) => {
    await guest.goto(`/colecta/${gift}/imprimir`)
    await expect(guest).toHaveURL(/\/login\?returnTo=/)
  })
})
