import type { Page } from '@playwright/test'

/**
 * Shows the page in light or dark colours, without motion. Resolves when every transition of a colour has ended: during
 * one, a text may have too little contrast.
 */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const transitions = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    // A transition begins in the frame after its style has changed.
    for (let still = 0; still < 3; still = transitions().length > 0 ? 0 : still + 1) {
      await Promise.allSettled(transitions().map(({ finished }) => finished))
      await nextFrame()
    }
  })
}
