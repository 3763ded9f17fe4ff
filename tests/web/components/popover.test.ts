import { afterAll, beforeAll, expect, test } from 'vitest'
import { removePopovers } from '../../support/remove-popovers.ts'
import { type ComponentPages, openComponentPages } from './component-pages.ts'

let components: ComponentPages
beforeAll(async () => {
  components = await openComponentPages()
})
afterAll(() => components.close())

test('menus open and close in a browser without popovers', async () => {
  const page = await components.show('overlay', { width: 360 })
  await page.addInitScript(removePopovers)
  await page.reload()
  const opener = page.getByRole('button', { name: 'Más acciones' })
  await opener.click()
  await page.getByRole('menuitem', { name: 'Acreditar' }).click()
  expect(await page.getByText('Elegido: acreditar').count()).toBe(1)
  expect(await page.getByRole('menuitem').count()).toBe(0)
  await opener.click()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('menuitem').count()).toBe(0)

  const header = page.getByRole('button', { name: 'Menú' })
  await header.click()
  expect(await header.getAttribute('aria-expanded')).toBe('true')
  await page.getByRole('link', { name: 'Nueva Colecta' }).click()
  expect(await header.getAttribute('aria-expanded')).toBe('false')
})
