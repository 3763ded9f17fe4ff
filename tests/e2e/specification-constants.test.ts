/* The product's constants as a person meets them. The test moves the clock instead of waiting. */
import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { LUCIA } from './people.ts'
import { confirmWithoutReceipt, GIFT, mutate, reachReceiptStep, report, stopTime } from './steps.ts'
import { expect, test } from './world.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** In the order in which they come in; every column of a list puts another one first. */
const REPORTS: [name: string, thousands: number, message: string][] = [
  ['Berta', 5, 'Suerte'],
  ['Zoe', 3, 'Suerte'],
  ['Celia', 8, 'Zarpado regalo'],
  ['Elena', 11, 'Suerte'],
  ['Fabio', 1, 'Suerte'],
  ['Gino', 7, 'Suerte'],
  ['Hilda', 4, 'Abrazo'],
  ['Ana', 6, 'Suerte'],
  ['Ivo', 9, 'Suerte'],
  ['Julia', 10, 'Suerte'],
]

test('lists by fives and tens: searched, filtered, sorted and counted', async ({ lucia, gift }) => {
  test.slow(true, 'lists by every page, filter and order')
  const ids = {
    Álbum: newId(),
    Bombos: newId(),
    Carpa: newId(),
    Disfraces: newId(),
    Equipo: newId(),
  }
  for (const [index, [title, id]] of Object.entries(ids).entries()) {
    await mutate(lucia, 'create-collection', {
      id,
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
  await mutate(lucia, 'set-collection-status', { id: ids.Disfraces, status: 'cerrada' })
  await addManual(lucia, ids.Bombos, 'Nora', 70_000_00)
  for (const [contributorName, thousands, message] of REPORTS) {
    const id = newId()
    await report(lucia, gift, { id, contributorName, amount: thousands * 1_000_00, message })
    if (contributorName === 'Berta') await addManual(lucia, gift, 'Mario', 6_500_00)
    if (contributorName === 'Celia') await report(lucia, ids.Equipo, { amount: 2_000_00 })
    // It no longer counts towards the colecta, and still does in "Total Recaudado".
    if (contributorName === 'Julia') {
      await mutate(lucia, 'set-contribution-state', { id, state: 'rejected' })
    }
  }

  await lucia.goto('/dashboard')
  await expect(lucia.getByText('$\u00a0142.500', { exact: true })).toBeVisible()
  await expect(lucia.getByText('Mostrando 1 a 5 de 6 resultados')).toBeVisible()
  const collections = lucia.getByRole('table', { name: 'Mis Colectas' })
  await expect(rows(collections)).toHaveCount(5)
  await expect(head(collections, 'Motivo')).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(collections).first()).toContainText('Álbum')
  for (const [column, first] of [
    ['Monto sugerido', GIFT.title],
    ['Recaudado', 'Bombos'],
    ['Fecha límite', 'Carpa'],
    ['Motivo', 'Álbum'],
    ['Estado', GIFT.title],
    ['Estado', 'Disfraces'],
  ] as const) {
    await lucia.getByRole('button', { name: 'Página 2' }).click()
    await expect(lucia.getByText('Mostrando 6 a 6 de 6 resultados')).toBeVisible()
    await head(collections, column).getByRole('button').click()
    await expect(lucia.getByText('Mostrando 1 a 5 de 6 resultados')).toBeVisible()
    await expect(rows(collections).first()).toContainText(first)
  }
  await lucia.getByLabel('Buscar por motivo').fill('album')
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 resultados')).toBeVisible()
  await expect(rows(collections)).toContainText('Álbum')
  await lucia.getByRole('button', { name: 'Cerradas' }).click()
  await expect(lucia.getByText('No hay colectas cerradas con “album”')).toBeVisible()
  await lucia.getByLabel('Buscar por motivo').fill('')
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 resultados')).toBeVisible()
  await expect(rows(collections)).toContainText('Disfraces')

  const mine = lucia.getByRole('table', { name: 'Mis Aportes' })
  await expect(rows(mine)).toHaveCount(10)
  await expect(rows(mine).first()).toContainText('$\u00a010.000')
  for (const [column, first] of [
    ['Colecta', 'Equipo'],
    ['Monto', '$\u00a011.000'],
    ['Método', 'Transferencia'],
    ['Fecha', '$\u00a010.000'],
    ['Fecha', '$\u00a03.000'],
  ] as const) {
    await head(mine, column).getByRole('button').click()
    await expect(head(mine, column)).toHaveAttribute('aria-sort', /ending$/)
    await expect(rows(mine).first()).toContainText(first)
  }
  await lucia.getByLabel('Buscar por colecta').fill('equ')
  await expect(rows(mine)).toContainText(['$\u00a02.000'])
  await lucia.getByLabel('Buscar por colecta').fill('album')
  await expect(lucia.getByText('No hiciste aportes a “album”.')).toBeVisible()
  await lucia.goto('/payments')
  await expect(rows(lucia.getByRole('table', { name: 'Mis Pagos' }))).toHaveCount(11)

  await lucia.goto(`/colecta/${gift}`)
  // 60.500 of 900.000: what was rejected is left out, and 6.72 is rounded.
  await expect(lucia.getByRole('region', { name: 'Progreso' })).toContainText('7\u00a0%')
  const contributions = lucia.getByRole('table', { name: 'Aportes' })
  await expect(lucia.getByText('Mostrando 1 a 10 de 11 aportes')).toBeVisible()
  await expect(rows(contributions)).toHaveCount(10)
  for (const [column, first] of [
    ['Monto', 'Elena'],
    ['Monto', 'Fabio'],
    ['Aportante', 'Ana'],
    ['Aportante', 'Zoe'],
    ['Método', 'Mario'],
    ['Mensaje', 'Hilda'],
    ['Mensaje', 'Celia'],
    ['Fecha', 'Julia'],
    ['Fecha', 'Berta'],
  ] as const) {
    await lucia.getByRole('button', { name: 'Página 2' }).click()
    await expect(lucia.getByText('Mostrando 11 a 11 de 11 aportes')).toBeVisible()
    await head(contributions, column).getByRole('button').click()
    await expect(lucia.getByText('Mostrando 1 a 10 de 11 aportes')).toBeVisible()
    await expect(rows(contributions).first()).toContainText(first)
  }
  await lucia.getByLabel('Buscar por nombre').fill('EL')
  await expect(lucia.getByText('Mostrando 1 a 2 de 2 aportes')).toBeVisible()
  await expect(rows(contributions)).toContainText(['Celia', 'Elena'])
})

test('messages that disappear after two seconds, and three', async ({
  lucia,
  guest,
  gift,
  mailbox,
}) => {
  test.slow(true, 'what goes by itself takes its seconds')
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
  // When the look-up fails there is no question, because the report matters more.
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

/** A contribution written down by hand, without the screen for it. */
function addManual(page: Page, collectionId: string, contributorName: string, amount: number) {
  const rest = { contributorEmail: null, message: 'Suerte' }
  const args = { id: newId(), collectionId, contributorName, amount, ...rest }
  return mutate(page, 'add-manual-contribution', args)
}

async function goesAfterTwoSeconds(page: Page, from: string, to: string): Promise<void> {
  await page.clock.runFor(1_990)
  expect(new URL(page.url()).pathname).toBe(from)
  await page.clock.runFor(20)
  await expect.poll(() => new URL(page.url()).pathname).toBe(to)
}

const head = (table: Locator, name: string) =>
  table.getByRole('columnheader', { name, exact: true })
const rows = (table: Locator) => table.locator('tbody').getByRole('row')
