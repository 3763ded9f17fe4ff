import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

/** Counts the notes that are struck from now on. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      document.documentElement.dataset.notes = String(
        Number(document.documentElement.dataset.notes ?? 0) + 1,
      )
      return start.apply(this, args)
    }
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.notes ?? 0))
}

test('the celebration plays once, stays until it is closed, and can be seen on its own page', async ({
  guest,
}) => {
  await guest.emulateMedia({ reducedMotion: 'no-preference' })
  const notes = await listen(guest)
  await guest.goto('/test-success-animation')
  await expect(guest.getByRole('heading', { name: 'Test de Animación de Éxito' })).toBeVisible()
  await guest.getByRole('button', { name: 'Mostrar animación' }).click()
  const popup = guest.getByRole('dialog', { name: '¡Gracias!' })
  await expect(popup.getByText('Tu aporte ha sido registrado correctamente.')).toBeVisible()
  await expect.poll(notes).toBe(6)
  const pieces = () =>
    popup.evaluate((dialog) => {
      const animated = [...dialog.querySelectorAll('svg g, svg circle')].flatMap((piece) =>
        piece.getAnimations().map((animation) => (animation as CSSAnimation).animationName),
      )
      const of = (name: string) => animated.filter((found) => found.includes(name)).length
      return { petals: of('fall'), sparks: of('spark') }
    })
  expect(await pieces()).toEqual({ petals: 50, sparks: 5 * 12 })

  // Three seconds later all lies still, and it is open yet.
  await expect
    .poll(() =>
      popup.evaluate(
        (dialog) =>
          dialog.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running')
            .length,
      ),
    )
    .toBe(0)
  await expect(popup).toBeVisible()
  await popup.getByRole('button', { name: 'Cerrar' }).click()
  await expect(popup).toBeHidden()
  expect(await notes()).toBe(6)
  await guest.getByRole('link', { name: '← Volver al inicio' }).click()
  await expect(guest).toHaveURL(/\/$/)
})

test('with reduced motion it is still and silent', async ({ guest }) => {
  await guest.emulateMedia({ reducedMotion: 'reduce' })
  const notes = await listen(guest)
  await guest.goto('/test-success-animation')
  await guest.getByRole('button', { name: 'Mostrar animación' }).click()
  const popup = guest.getByRole('dialog', { name: '¡Gracias!' })
  await expect(popup).toBeVisible()
  const moving = await popup.evaluate(
    (dialog) =>
      dialog
        .getAnimations({ subtree: true })
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
  )
  expect(moving).toBe(0)
  expect(await notes()).toBe(0)
})
