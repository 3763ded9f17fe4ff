/* The constants of specification 9, as a person meets them. Time is the test's own: nobody waits for it. */
import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { LUCIA } from './people.ts'
import { confirmWithoutReceipt, GIFT, mutate, reachReceiptStep, report, stopTime } from './steps.ts'
import { expect, test } from './world.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('lists by fives and tens: searched, filtered, sorted and counted', async ({ lucia, gift }) => {
  for (const [index, title] of ['Álbum', 'Bombos', 'Carpa', 'Disfraces', 'Equipo'].entries()) {
    await mutate(lucia, 'create-collection', {
      id: newId(),
      title,
      description: '',
      suggestedAmount: (index + 1) * 1_000_00,
      totalAmount: 500_000_00,
      deadline: addDays(GIFT.deadline, title === 'Carpa' ? -1 : index),
      bankAccount: GIFT.bankAccount,
      accountIdentifier: GIFT.accountIdentifier,
      cantidadPersonas: null,
    })
  }
  const ids = Array.from({ length: 11 }, () => newId())
  for (const [index, id] of ids.entries()) {
    const number = index + 1
    await report(lucia, gift, {
      id,
      contributorName: `Persona ${String(number).padStart(2, '0')}`,
      amount: number * 1_000_00,
      message: number === 7 ? 'Gracias' : '',
    })
  }
  // It no longer counts towards the colecta, and still does in "Total Recaudado".
  await mutate(lucia, 'set-contribution-state', { id: ids[10], state: 'rejected' })

  await lucia.goto('/dashboard')
  await expect(lucia.getByText('$\u00a066.000', { exact: true })).toBeVisible()
  await expect(lucia.getByText('Mostrando 1 a 5 de 6 resultados')).toBeVisible()
  const collections = lucia.getByRole('table', { name: 'Mis Colectas' })
  await expect(rows(collections)).toHaveCount(5)
  await expect(head(collections, 'Motivo')).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(collections).first()).toContainText('Álbum')
  for (const [column, first] of [
    ['Monto sugerido', GIFT.title],
    ['Recaudado', GIFT.title],
    ['Fecha límite', 'Carpa'],
    ['Motivo', 'Álbum'],
    ['Estado', 'Abierta'],
  ] as const) {
    await lucia.getByRole('button', { name: 'Página 2' }).click()
    await expect(lucia.getByText('Mostrando 6 a 6 de 6 resultados')).toBeVisible()
    await head(collections, column).getByRole('button').click()
    await expect(lucia.getByText('Mostrando 1 a 5 de 6 resultados')).toBeVisible()
    await expect(rows(collections).first()).toContainText(first)
  }
  await lucia.getByLabel('Buscar por motivo').fill('album')
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 resultados')).toBeVisible()
  await lucia.getByRole('button', { name: 'Cerradas' }).click()
  await expect(lucia.getByText('No hay colectas cerradas con “album”')).toBeVisible()

  const mine = lucia.getByRole('table', { name: 'Mis Aportes' })
  await expect(rows(mine)).toHaveCount(10)
  await expect(rows(mine).first()).toContainText('$\u00a011.000')
  for (const column of ['Colecta', 'Método', 'Monto', 'Fecha']) {
    await head(mine, column).getByRole('button').click()
    await expect(head(mine, column)).toHaveAttribute('aria-sort', /ending$/)
  }
  await lucia.getByLabel('Buscar por colecta').fill('album')
  await expect(lucia.getByText('No hiciste aportes a “album”.')).toBeVisible()
  await lucia.goto('/payments')
  await expect(rows(lucia.getByRole('table', { name: 'Mis Pagos' }))).toHaveCount(11)

  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText('6\u00a0%', { exact: true }).first()).toBeVisible()
  const contributions = lucia.getByRole('table', { name: 'Aportes' })
  await expect(lucia.getByText('Mostrando 1 a 10 de 11 aportes')).toBeVisible()
  await expect(rows(contributions)).toHaveCount(10)
  for (const [column, first] of [
    ['Monto', 'Persona 11'],
    ['Monto', 'Persona 01'],
    ['Aportante', 'Persona 01'],
    ['Aportante', 'Persona 11'],
    ['Método', 'Transferencia'],
    ['Mensaje', 'Persona'],
    ['Mensaje', 'Gracias'],
    ['Fecha', 'Persona 11'],
  ] as const) {
    await lucia.getByRole('button', { name: 'Página 2' }).click()
    await expect(lucia.getByText('Mostrando 11 a 11 de 11 aportes')).toBeVisible()
    await head(contributions, column).getByRole('button').click()
    await expect(lucia.getByText('Mostrando 1 a 10 de 11 aportes')).toBeVisible()
    await expect(rows(contributions).first()).toContainText(first)
  }
  await lucia.getByLabel('Buscar por nombre').fill('persona 1')
  await expect(lucia.getByText('Mostrando 1 a 2 de 2 aportes')).toBeVisible()
})

test('what goes by itself after two seconds, and three', async ({
  lucia,
  guest,
  gift,
  mailbox,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: 'Compartir', exact: true }).first().click()
  const sharing = lucia.getByRole('dialog', { name: 'Comparte tu colecta' })
  await stopTime(lucia)
  await sharing.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(sharing.getByRole('button', { name: '¡Enlace copiado!' })).toBeVisible()
  await lucia.clock.runFor(1_990)
  await expect(sharing.getByRole('button', { name: '¡Enlace copiado!' })).toBeVisible()
  await lucia.clock.runFor(20)
  await expect(sharing.getByRole('button', { name: 'Copiar enlace' })).toBeVisible()
  await lucia.clock.runFor(970)
  await expect(sharing).toBeVisible()
  await lucia.clock.runFor(40)
  await expect(sharing).toBeHidden()
  await lucia.clock.resume()

  await lucia.goto('/profile/edit')
  await lucia.getByRole('link', { name: 'Cancelar' }).click()
  await expect(lucia).toHaveURL(/\/dashboard$/)
  await lucia.goto('/profile/edit')
  await lucia.getByLabel('CBU, CVU o alias por defecto').fill('lucia.patio')
  await stopTime(lucia)
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(lucia.getByText('Perfil actualizado exitosamente')).toBeVisible()
  await goesAfterTwoSeconds(lucia, '/profile/edit', '/dashboard')
  await lucia.clock.resume()
  await lucia.goto('/colecta/new')
  await expect(lucia.getByLabel('Alias, CBU o CVU')).toHaveValue('lucia.patio')

  await stopTime(guest)
  await guest.goto('/auth/callback')
  await expect(guest.getByText('No se detectó una autenticación válida.')).toBeVisible()
  await goesAfterTwoSeconds(guest, '/auth/callback', '/login')

  await guest.request.post('/api/password/forgot', {
    data: { email: LUCIA.email },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  const [link = ''] = (await mailbox.waitFor(LUCIA.email)).links
  await guest.goto(link)
  await guest.getByLabel('Nueva contraseña', { exact: true }).fill('otra frase larga')
  await guest.getByLabel('Confirmar contraseña', { exact: true }).fill('otra frase larga')
  await guest.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(
    guest.getByText('Contraseña actualizada correctamente. Redirigiendo al login...'),
  ).toBeVisible()
  await goesAfterTwoSeconds(guest, '/reset-password', '/login')
})

test('three tries, a second apart and then two', async ({ guest, gift }) => {
  let tries = 0
  await guest.route('**/api/collections/*/contributions', (route) => {
    tries += 1
    return route.abort('connectionfailed')
  })
  let failures = 0
  guest.on('requestfailed', (request) => {
    if (request.url().endsWith('/contributions')) failures += 1
  })
  // Who cannot be asked about is asked nothing: the report matters more.
  await guest.route('**/exists?**', (route) => route.abort('connectionfailed'))
  await reachReceiptStep(guest, gift)
  await guest.getByRole('button', { name: 'Seguir sin comprobante' }).click()
  await stopTime(guest)
  await confirmWithoutReceipt(guest)
  for (const [after, before] of [
    [1, 990],
    [2, 1_990],
  ] as const) {
    // The answer that never came is known in the page before its time goes on.
    await expect.poll(() => failures).toBe(after)
    expect(tries).toBe(after)
    await guest.clock.runFor(before)
    expect(tries).toBe(after)
    await guest.clock.runFor(20)
  }
  await expect.poll(() => tries).toBe(3)
  await expect(guest.getByRole('heading', { name: 'Guardado en este dispositivo' })).toBeVisible()
  await guest.clock.runFor(10_000)
  expect(tries).toBe(3)
})

async function goesAfterTwoSeconds(page: Page, from: string, to: string): Promise<void> {
  await page.clock.runFor(1_990)
  expect(new URL(page.url()).pathname).toBe(from)
  await page.clock.runFor(20)
  await expect.poll(() => new URL(page.url()).pathname).toBe(to)
}

const head = (table: Locator, name: string) =>
  table.getByRole('columnheader', { name, exact: true })
const rows = (table: Locator) => table.locator('tbody').getByRole('row')
