import type { Page } from '@playwright/test'
import type { Shown } from './page-watch.ts'
import { SORTS, WORDS } from './questions.ts'

/** Every order, both ways, first and last pages. */
export async function timePages(page: Page): Promise<Shown[]> {
  const shown: Shown[] = []
  const press = async (target: ReturnType<Page['getByRole']>) => {
    await page.evaluate(() => window.watch.expectShown())
    await target.click()
    shown.push(await page.evaluate(() => window.watch.shown))
  }
  const pager = page.locator('#aportes').getByRole('navigation', { name: 'Páginas' })
  for (const { header } of SORTS) {
    const column = page.getByRole('columnheader', { name: header }).getByRole('button')
    for (const _ of ['one way', 'the other']) {
      await press(column)
      await press(pager.getByRole('button', { name: 'Página siguiente' }))
      await press(pager.getByRole('button').nth(-2)) // the last page
      await press(pager.getByRole('button', { name: 'Página anterior' }))
    }
  }
  return shown
}

/** Key by key, each after the previous result is on the screen. */
export async function timeTyping(page: Page): Promise<Shown[]> {
  const shown: Shown[] = []
  const filter = page.getByLabel('Buscar por nombre')
  for (const word of WORDS) {
    await filter.fill('')
    await page.waitForTimeout(400) // the address follows, and what was asked meanwhile is answered
    await filter.focus()
    let typed = ''
    for (const key of word) {
      typed += key
      await page.evaluate((text) => window.watch.expectShown(text), typed)
      await page.keyboard.press(key)
      shown.push(await page.evaluate(() => window.watch.shown))
    }
  }
  return shown
}
