import type { Page } from '@playwright/test'

interface Picture {
  /** Path of the file. */
  path: string
  theme: 'light' | 'dark'
  /** Takes only the part of the page that the window shows. */
  fold?: boolean
}

/** Takes the whole page in a window of its height; a dialog is taken as the window shows it. */
export async function takePicture(page: Page, { path, theme, fold }: Picture): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const over = page.locator('dialog:modal, :popover-open').filter({ visible: true })
  const viewport = page.viewportSize()
  const isWhole = !fold && viewport !== null && (await over.count()) === 0
  if (isWhole) {
    // In a picture of a page that is taller than its window, sticky elements end up in the middle.
    const height = await page.evaluate(() => {
      // Fixes 100vh to the present height, or the tall window would push the footer out of the picture.
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
