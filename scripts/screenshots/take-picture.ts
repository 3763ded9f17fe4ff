import type { Page } from '@playwright/test'

interface Picture {
  /** Of the file. */
  path: string
  theme: 'light' | 'dark'
  /** As the window shows it, and no more of the page. */
  fold?: boolean
}

/** The whole page, in a window as tall as it; what lies over a page as the window shows it. */
export async function takePicture(page: Page, { path, theme, fold }: Picture): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const over = page.locator('dialog:modal, :popover-open').filter({ visible: true })
  const viewport = page.viewportSize()
  const isWhole = !fold && viewport !== null && (await over.count()) === 0
  if (isWhole) {
    // Taking a page that is larger than its window leaves what sticks to an edge in the middle.
    const height = await page.evaluate(() => {
      // As tall as in this window, also in the tall one, or the foot would be below the picture.
      const screen = document.getElementById('contenido')?.parentElement
      if (screen) screen.style.minHeight = `${screen.offsetHeight}px`
      return document.documentElement.scrollHeight
    })
    await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) })
    await page.evaluate(() => window.scrollTo(0, 0))
  }
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  if (isWhole) await page.setViewportSize(viewport)
}
