import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { showToast, Toaster } from '../../../web/components/toast.tsx'
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

test('a quiet toast replaces no other', () => {
  const shown = () => renderToString(createElement(Toaster))
  showToast({ text: 'Llegó un aporte', isQuiet: true })
  expect(shown()).toContain('Llegó un aporte')
  showToast({ text: 'Aporte eliminado' })
  showToast({ text: 'Llegó otro aporte', isQuiet: true })
  expect(shown()).toContain('Aporte eliminado')
})

test('a long text of a toast shares its line with the icon on a phone', async () => {
  const page = await components.show('overlay', { width: 360 })
  await page.getByRole('button', { name: 'Eliminar aporte' }).click()
  const toast = page.getByRole('status').locator('> *').filter({ hasText: 'Aporte eliminado' })
  const overlap = await toast.evaluate((toast) => {
    const text = [...toast.childNodes].find((one) => one.textContent === 'Aporte eliminado')
    if (!text) throw new Error('No text')
    text.textContent = 'Llegó un aporte de Maximiliano Fernández Etcheverry: $ 15.000'
    toast.insertAdjacentHTML('afterbegin', '<svg width="18" height="18"></svg>')
    const range = document.createRange()
    range.selectNodeContents(text)
    const icon = toast.querySelector('svg')?.getBoundingClientRect()
    return (icon?.bottom ?? 0) - range.getBoundingClientRect().top
  })
  expect(overlap).toBeGreaterThan(0)
})
