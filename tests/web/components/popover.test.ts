import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** Runs inside the page, before its scripts: leaves what Safari 16 has. */
function removePopovers(): void {
  // The styles of the fallback ask the browser, which has popovers.
  const fallback = new CSSStyleSheet()
  fallback.replaceSync('[data-open="false"] { display: none }')
  document.adoptedStyleSheets = [fallback]
  for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
    Reflect.deleteProperty(HTMLElement.prototype, name)
  for (const name of ['popoverTargetElement', 'popoverTargetAction'])
    Reflect.deleteProperty(HTMLButtonElement.prototype, name)
  const { setAttribute, matches, querySelector } = Element.prototype
  Element.prototype.setAttribute = function (name, value) {
    if (!name.toLowerCase().startsWith('popover')) setAttribute.call(this, name, value)
  }
  const known = (selectors: string) => {
    if (/(^|[\s,])\S*:popover-open/.test(selectors.replace(/:is\(.*?:popover-open\)/, '')))
      throw new SyntaxError(`'${selectors}' is not a valid selector`)
    return selectors.replace(':popover-open', ':not(*)')
  }
  Element.prototype.matches = function (selectors) {
    return matches.call(this, known(selectors))
  }
  Element.prototype.querySelector = function (selectors: string) {
    return querySelector.call(this, known(selectors))
  }
}
