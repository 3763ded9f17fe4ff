/* The keys of an organiser's screens, and the palette. */
import type { Locator, Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { expectSync, expectText, GIFT, mutate, report, untilListening } from './steps.ts'

test.use(ONLINE)

const ANA = { contributorName: 'Ana Paz', contributorEmail: 'ana.paz@example.com' }
const BETO = { contributorName: 'Beto Sosa', contributorEmail: 'beto@example.com' }

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('the palette finds colectas, people and actions by key, offline too', async ({
    lucia,
    gift,
  }) => {
    for (const person of [ANA, BETO]) await report(lucia, gift, person)
    await mutate(lucia, 'add-people', {
      collectionId: gift,
      people: ['Carla Díaz', 'Dora Paz'].map((name, position) => ({
        id: newId(),
        name,
        email: null,
        phone: null,
        position,
      })),
    })
    await lucia.goto('/dashboard')
    await expectSync(lucia, 'Al día')
    await lucia.context().setOffline(true)

    await lucia.keyboard.press('Control+k')
    const field = fieldOf(lucia)
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(active(lucia)).toHaveAccessibleName(new RegExp(GIFT.title))
    await lucia.keyboard.type('béto')
    await expect(options(lucia)).toHaveText([`Beto Sosa${GIFT.title}`])
    await lucia.keyboard.press('Enter')
    await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}\\?buscar=Beto\\+Sosa`))
    await expect(names(lucia, 'Beto Sosa')).toHaveCount(1)
    await expect(names(lucia, 'Ana Paz')).toHaveCount(0)
    await expect(lucia.getByRole('heading', { level: 1 })).toBeFocused()

    // The same screen with another search.
    await lucia.keyboard.press('Control+k')
    await lucia.keyboard.type('ana paz')
    await expect(options(lucia)).toHaveCount(1)
    await lucia.keyboard.press('Enter')
    await expect(names(lucia, 'Ana Paz')).toHaveCount(1)

    // On the list of people, without a contribution yet.
    await lucia.keyboard.press('Control+k')
    await lucia.keyboard.type('carla')
    await expect(options(lucia)).toHaveText([`Carla Díaz${GIFT.title} · lista de personas`])
    await lucia.keyboard.press('Enter')
    const missing = lucia.getByRole('list', { name: 'Faltan' }).getByRole('listitem')
    await expect(missing).toHaveCount(1)
    await expect(missing).toContainText('Carla Díaz')

    await lucia.keyboard.press('Control+k')
    await lucia.keyboard.type('zzz')
    await expectText(lucia.getByRole('dialog'), 'Nada con ese nombre. Prueba con otras letras.')
    await lucia.keyboard.press('Enter')
    await expect(field).toBeVisible()
    await field.fill('')
    await expect(options(lucia).first()).toContainText(GIFT.title)
    await lucia.keyboard.press('ArrowUp')
    await expect(active(lucia)).toHaveText(/^Atajos de teclado/)
    await lucia.keyboard.press('ArrowDown')
    await expect(active(lucia)).toContainText(GIFT.title)
    await lucia.keyboard.press('ArrowUp')
    await lucia.keyboard.press('Enter')
    await expect(lucia.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible()
  })
})

test('the button opens the palette, and gets the focus back', async ({ lucia, gift }) => {
  await lucia.goto('/dashboard')
  const button = lucia.getByRole('button', { name: 'Buscar colectas y personas' })
  await button.click()
  await expect(fieldOf(lucia)).toBeFocused()
  await lucia.keyboard.press('Escape')
  await expect(fieldOf(lucia)).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await options(lucia).filter({ hasText: GIFT.title }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}$`))
})

test('single keys go to the search, a new colecta, the dashboard and the list of the keys', async ({
  lucia,
  gift,
}) => {
  await report(lucia, gift, ANA)
  await lucia.goto(`/colecta/${gift}`)
  const search = lucia.getByRole('searchbox', { name: 'Buscar por nombre' })
  await expect(search).toBeVisible()
  await untilListening(lucia)
  await lucia.keyboard.press('/')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')

  // In a field a letter is text, and the palette stays closed.
  await lucia.keyboard.type('n?/')
  await lucia.keyboard.press('Control+k')
  await expect(search).toHaveValue('n?/')
  await expect(lucia.getByRole('dialog')).toHaveCount(0)
  await search.fill('')
  await search.blur()

  await lucia.keyboard.press('g')
  await lucia.keyboard.press('d')
  await expect(lucia).toHaveURL(/\/dashboard$/)
  await lucia.keyboard.press('Control+n')
  await lucia.keyboard.press('Alt+n')
  await lucia.keyboard.press('d')
  await expect(lucia).toHaveURL(/\/dashboard$/)

  await lucia.keyboard.press('?')
  const help = lucia.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(help).toBeVisible()
  await lucia.keyboard.press('n')
  await help.getByRole('checkbox', { name: 'Usar atajos de una tecla' }).uncheck()
  await lucia.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await lucia.keyboard.press('n')
  await lucia.keyboard.press('?')
  await expect(lucia).toHaveURL(/\/dashboard$/)
  await lucia.keyboard.press('Control+k')
  await expect(fieldOf(lucia)).toBeFocused()
  await lucia.keyboard.type('atajos')
  await lucia.keyboard.press('Enter')
  await help.getByRole('checkbox', { name: 'Usar atajos de una tecla' }).check()
  await lucia.keyboard.press('Escape')
  await lucia.keyboard.press('n')
  await expect(lucia).toHaveURL(/\/colecta\/new$/)
})

test('the keys do not disturb those of the review', async ({ lucia, gift }) => {
  for (const person of [ANA, BETO]) await report(lucia, gift, person)
  await lucia.goto(`/colecta/${gift}/revisar`)
  await expect(lucia.getByRole('heading', { level: 2, name: 'Ana Paz' })).toBeVisible()
  await untilListening(lucia)
  await lucia.keyboard.press('j')
  await expect(lucia.getByRole('heading', { level: 2, name: 'Beto Sosa' })).toBeVisible()
  await lucia.keyboard.press('Control+k')
  await expect(fieldOf(lucia)).toBeFocused()
  await lucia.keyboard.press('k')
  await lucia.keyboard.press('Escape')
  await expect(lucia.getByRole('heading', { level: 2, name: 'Beto Sosa' })).toBeVisible()
  await lucia.keyboard.press('k')
  await expect(lucia.getByRole('heading', { level: 2, name: 'Ana Paz' })).toBeVisible()
})

test('a guest has no palette and no keys', async ({ guest, gift }) => {
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await guest.keyboard.press('n')
  await guest.keyboard.press('Control+k')
  await guest.keyboard.press('?')
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  await expect(guest).toHaveURL(new RegExp(`/contribuir/${gift}`))
})

function fieldOf(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Colecta, persona o acción' })
}

function options(page: Page): Locator {
  return page.getByRole('dialog').getByRole('option')
}

function active(page: Page): Locator {
  return page.getByRole('dialog').getByRole('option', { selected: true })
}

function names(page: Page, name: string): Locator {
  return page.getByText(name, { exact: true }).filter({ visible: true })
}
