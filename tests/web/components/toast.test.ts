import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ComponentPages, openComponentPages } from './component-pages.ts'

let components: ComponentPages
beforeAll(async () => {
  components = await openComponentPages()
})
afterEach(() => components.clear())
afterAll(() => components.close())

test('a toast offers its action and disappears after it', async () => {
  const page = await components.show('overlay')
  await page.getByRole('button', { name: 'Eliminar aporte' }).click()
  expect(await page.getByRole('status').filter({ hasText: 'Aporte eliminado' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  expect(await page.getByText('Elegido: deshecho').count()).toBe(1)
  expect(await page.getByText('Aporte eliminado').count()).toBe(0)
})

test('a toast that replaces one with the focus disappears, too', async () => {
  const page = await components.show('overlay')
  const remove = page.getByRole('button', { name: 'Eliminar aporte' })
  await remove.click()
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Deshacer' }).last().focus()
  await remove.evaluate((button: HTMLElement) => button.click())
  const toast = page.getByRole('status').filter({ hasText: 'Aporte eliminado' })
  expect(await toast.count()).toBe(1)
  await expect.poll(() => toast.count()).toBe(0)
})
