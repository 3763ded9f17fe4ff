/* The sync badge and the sync centre in a real browser: names, keyboard, focus and layout (S9). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../../support/axe.ts'
import { type ComponentPages, openComponentPages } from '../components/component-pages.ts'

type Page = Awaited<ReturnType<ComponentPages['show']>>
type View = Parameters<ComponentPages['show']>[1]

let components: ComponentPages
beforeAll(async () => {
  components = await openComponentPages()
})
afterEach(() => components.clear())
afterAll(() => components.close())

describe('the badge', () => {
  test('is an icon with a full accessible name on a phone, and shows its text where there is room', async () => {
    const phone = await standing('offline', { width: 360 })
    const name = 'Sincronización: Sin conexión · 2 cambios por enviar'
    expect(await sizeOf(phone, name)).toEqual({ width: 44, height: 44 })
    expect(await phone.getByText('2 cambios por enviar').isVisible()).toBe(false)

    const desk = await standing('offline')
    expect((await sizeOf(desk, name)).height).toBe(44)
    expect(await desk.getByText('Sin conexión · 2 cambios por enviar').isVisible()).toBe(true)
  })

  test('announces only changes that need the person', async () => {
    const page = await standing('waiting')
    const told = page.getByRole('status').filter({ hasText: 'Sincronización' })
    expect(await told.count()).toBe(0)
    await page.getByLabel('Situación').selectOption('refused')
    expect(await told.textContent()).toBe('Sincronización: 2 con problemas')
  })
})

describe('the centre', () => {
  test('opens and closes by keyboard and gives the focus back to the badge', async () => {
    const page = await standing('quiet')
    await page.getByRole('button', { name: 'Sincronización: Al día' }).focus()
    await page.keyboard.press('Enter')
    expect(await focusedText(page)).toBe('Sincronización')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => focusedText(page)).toContain('Al día')
  })

  test('lists refused changes with the reason first, then waiting ones, then the state of the device', async () => {
    const page = await openCentre('refused')
    expect(await page.getByRole('dialog').getByRole('heading').allTextContents()).toEqual([
      'Sincronización',
      'Para revisar 2',
      '2 cambios por enviar',
      'En este dispositivo',
    ])
    const edit = page.getByRole('listitem').filter({ hasText: 'Editar “Regalo para la seño Caro”' })
    expect(await edit.textContent()).toContain(
      'Esa fecha ya pasó. Elige hoy (21/11/2026) o una posterior.',
    )
    expect(await edit.textContent()).toContain('Error al actualizar la colecta: Esa fecha ya pasó.')
    const manual = page.getByRole('listitem').filter({ hasText: 'Registrar un aporte manual' })
    expect(await manual.textContent()).toContain(
      'Error al crear el pago: Solo se pueden aportar a colectas abiertas.',
    )
    expect(await edit.getByRole('button', { name: /^Reintentar/ }).count()).toBe(0)
    expect(await edit.getByRole('link').getAttribute('href')).toBe('/colecta/caro/edit')
  })

  test('shows that the disk has no room for the replica', async () => {
    const page = await openCentre('full')
    const text = await page.getByRole('dialog').textContent()
    expect(text).toContain('No hay espacio para guardar la copia en este dispositivo.')
  })

  test('warns that the browser has wiped the unsent changes', async () => {
    const page = await openCentre('wiped')
    const text = await page.getByRole('dialog').textContent()
    expect(text).toContain('Este navegador borró los cambios que faltan enviar.')
    expect(text).toContain('1 cambio por enviar')
  })

  test('closes when a link leads to the form that corrects a change', async () => {
    const page = await openCentre('refused')
    await page.getByRole('link', { name: /^Corregir y reintentar/ }).click()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('closes when its link leads to the sign-in, which returns to the same screen', async () => {
    const page = await openCentre('signed-out')
    const login = page.getByRole('link', { name: 'Inicia sesión' })
    expect(await login.getAttribute('href')).toBe('/login?returnTo=%2F')
    await login.click()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('discards only after asking, and the focus stays in it when its button is gone', async () => {
    const page = await openCentre('refused')
    const discard = page.getByRole('button', {
      name: 'Descartar: Editar “Regalo para la seño Caro”',
    })
    await discard.click()
    const question = page.getByRole('alertdialog', { name: '¿Descartar este cambio?' })
    expect(await question.textContent()).toContain('«Editar “Regalo para la seño Caro”»')
    await page.keyboard.press('Enter')
    expect(await settled(page)).toBe('')

    await discard.click()
    await question.getByRole('button', { name: 'Descartar cambio' }).click()
    expect(await settled(page)).toBe('descartado refused-edit')
    expect(await discard.count()).toBe(0)
    await expect.poll(() => focusIsInDialog(page)).toBe(true)
  })

  test('retries at once, and the focus stays in it when its button is gone', async () => {
    const page = await openCentre('refused')
    await page
      .getByRole('button', { name: /^Reintentar: Registrar un aporte manual/ })
      .press('Enter')
    expect(await settled(page)).toBe('reintentado refused-manual')
    await expect.poll(() => focusIsInDialog(page)).toBe(true)
  })

  test('rebuilds the replica only after saying that nothing is lost', async () => {
    const page = await openCentre('waiting')
    await page.getByRole('button', { name: 'Reconstruir la copia' }).click()
    const question = page.getByRole('alertdialog', { name: '¿Reconstruir la copia?' })
    expect(await question.textContent()).toContain('No se pierde nada')
    expect(await settled(page)).toBe('')
    await question.getByRole('button', { name: 'Reconstruir la copia' }).click()
    expect(await settled(page)).toBe('reconstruida la copia')
  })

  test('does not rebuild without the server, and shows the reason', async () => {
    const page = await openCentre('offline')
    const rebuild = page.getByRole('button', { name: 'Reconstruir la copia' })
    expect(await rebuild.isDisabled()).toBe(true)
    expect(await page.getByText('hace falta conexión').isVisible()).toBe(true)
  })

  test('shows what the device stores', async () => {
    const page = await openCentre('quiet')
    const facts = await page.getByRole('definition').allTextContents()
    expect(facts).toEqual(['21/11/2026 14:37', '1.284 filas', '2,4\u00a0MB'])
  })

  test.each([
    ['quiet', 'Todo al día.'],
    ['offline', 'Puedes seguir: guardamos todo en este dispositivo'],
    ['opening', 'Abriendo la copia de este dispositivo…'],
    ['filling', 'Preparando la copia.'],
    ['signed-out', 'Tu sesión terminó.'],
    ['none', 'Este dispositivo no puede guardar una copia de tus datos.'],
  ])('shows the status %s', async (name, words) => {
    const page = await openCentre(name)
    expect(await page.getByRole('dialog').getByRole('status').textContent()).toContain(words)
  })

  // contrast.test.ts checks the dark colours.
  test.each([
    { width: 360, names: ['refused', 'offline', 'signed-out', 'quiet'] },
    { width: 1280, names: ['refused'] },
  ])('gives axe nothing to find at $width px', async ({ width, names }) => {
    for (const name of names) {
      const page = await openCentre(name, { width })
      expect(await violationsOf(page)).toEqual([])
    }
  })

  test('fits 320 px without sideways scroll', async () => {
    const page = await openCentre('refused', { width: 320 })
    const overflow = await page
      .getByRole('dialog')
      .evaluate((dialog) =>
        Math.max(
          ...[dialog, ...dialog.querySelectorAll('*')].map(
            (part) => part.getBoundingClientRect().right - dialog.getBoundingClientRect().right,
          ),
        ),
      )
    expect(overflow).toBe(0)
  })
})

test('the pages logged no error, no warning and no violation of the policy', () => {
  expect(components.complaints).toEqual([])
})

async function standing(name: string, view?: View): Promise<Page> {
  const page = await components.show('sync', view)
  await page.getByLabel('Situación').selectOption(name)
  return page
}

async function openCentre(name: string, view?: View): Promise<Page> {
  const page = await standing(name, view)
  await page.getByRole('button', { name: /^Sincronización:/ }).click()
  return page
}

async function sizeOf(page: Page, name: string) {
  const { width, height } = (await page.getByRole('button', { name }).boundingBox()) ?? {}
  return { width, height }
}

function settled(page: Page) {
  return page.getByTestId('settled').textContent()
}

function focusedText(page: Page) {
  return page.evaluate(() => document.activeElement?.textContent)
}

function focusIsInDialog(page: Page) {
  return page.evaluate(() => document.activeElement?.closest('dialog') !== null)
}
