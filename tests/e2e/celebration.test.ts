import { expect, test } from './fixtures.ts'
import { listen } from './steps.ts'

test('the celebration plays once, stays until it is closed, and can be seen on its own page', async ({
  guest,
}) => {
  await guest.emulateMedia({ reducedMotion: 'no-preference' })
  const notes = await listen(guest)
  await guest.clock.install()
  await guest.goto('/test-success-animation')
  await expect(
    guest.getByRole('heading', { name: 'Test de Animación de Éxito', exact: true }),
  ).toBeVisible()
  await guest.getByRole('button', { name: 'Mostrar animación' }).click()
  const popup = guest.getByRole('dialog', { name: '¡Gracias!' })
  await expect(popup).toHaveText('¡Gracias!Tu aporte ha sido registrado correctamente.Cerrar')
  await expect.poll(notes).toBe(6)
  const pieces = () =>
    popup.evaluate((dialog) => {
      const of = (name: string) =>
        dialog
          .getAnimations({ subtree: true })
          .filter((animation) => (animation as CSSAnimation).animationName.includes(name))
          .map(({ effect }) => effect as KeyframeEffect)
      const [petals, sparks] = [of('fall'), of('spark')]
      const all = [...petals, ...sparks]
      const fillOf = ({ target }: KeyframeEffect) =>
        target && getComputedStyle(target.firstElementChild ?? target).fill
      const timings = all.map((effect) => effect.getComputedTiming())
      return {
        petals: petals.length,
        sparks: sparks.length,
        colours: new Set(all.map(fillOf)).size,
        bursts: new Set(timings.map(({ delay }) => delay)).size,
        end: Math.max(...timings.map(({ endTime }) => Number(endTime))),
      }
    })
  expect(await pieces()).toEqual({
    petals: 50,
    sparks: 5 * 12,
    colours: 8,
    bursts: 5,
    end: 2_900,
  })

  // Three seconds later all lies still. It is open yet, and a minute later, and after a press beside the text.
  await expect
    .poll(() =>
      popup.evaluate(
        (dialog) =>
          dialog.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running')
            .length,
      ),
    )
    .toBe(0)
  await guest.clock.fastForward(60_000)
  await popup.click({ position: { x: 5, y: 5 } })
  await expect(popup).toBeVisible()
  await popup.getByRole('button', { name: 'Cerrar' }).click()
  await expect(popup).toBeHidden()
  expect(await notes()).toBe(6)
  await guest.getByRole('button', { name: 'Mostrar animación' }).click()
  await expect(popup).toBeVisible()
  await expect.poll(notes).toBe(12)
  await popup.getByRole('button', { name: 'Cerrar' }).click()
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
