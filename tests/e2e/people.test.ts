/* The organiser's list of people: who is missing, and who gave. */
import type { Locator, Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { holdBack } from './slow-network.ts'
import { ask, clipboardOf, expectSync, expectText, GIFT, mutate, report } from './steps.ts'
import { untilStored } from './until-stored.ts'

test.use(ONLINE)

const PASTED = [
  '1. Ana Gómez, 11 5555-1234',
  'Julieta Romero',
  'Pérez, Luis',
  'ana gomez; 11 5555-1234',
  'x@y',
].join('\n')

test('a pasted list shows the missing people, and a report moves its person to the contributors', async ({
  lucia,
  guest,
  gift,
}) => {
  await lucia.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('tab', { name: 'Cuántos faltan' }).click()
  await lucia.getByRole('link', { name: 'Agregar la lista de personas' }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}/personas$`))
  await lucia.getByLabel('Personas', { exact: true }).fill(PASTED)
  await expect(lucia.getByText('Ya está en la lista: ana gomez.')).toBeVisible()
  await expect(lucia.getByText('Una línea no se entendió')).toBeVisible()
  await lucia.getByRole('button', { name: 'Agregar 3 personas' }).click()
  await expect(lucia.getByText('0 de 3 aportaron')).toBeVisible()
  const missing = lucia.getByRole('list', { name: 'Faltan' }).getByRole('listitem')
  await expect(missing).toHaveCount(3)
  await expect(missing.nth(2)).toContainText('Luis Pérez')

  const link = missing.first().getByRole('link', { name: 'Recordar a Ana Gómez por WhatsApp' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect(address.origin + address.pathname).toBe('https://wa.me/5491155551234')
  const asked = `aporte sugerido es de $\u00a0${GIFT.suggestedAmount} por persona`
  expect(address.searchParams.get('text')).toMatch(/^Hola Ana\./)
  expect(address.searchParams.get('text')).toContain(asked)

  await report(guest, gift)
  await expect(lucia.getByText('1 de 3 aportó')).toBeVisible()
  await expect(missing).toHaveCount(2)
  await lucia.getByRole('button', { name: 'Copiar recordatorio' }).click()
  expect(await clipboardOf(lucia)).toContain(`«${GIFT.title}»: ya aportamos 1 de 3`)
  await lucia.getByRole('button', { name: 'Copiar nombres' }).click()
  expect(await clipboardOf(lucia)).toBe('Ana Gómez\nLuis Pérez')
  await lucia.getByRole('button', { name: /^Aportaron/ }).click()
  const gave = lucia.getByRole('list', { name: 'Aportaron' }).getByRole('listitem')
  await expect(gave).toContainText(['Julieta Romero'])

  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('tab', { name: 'Quiénes faltan' }).click()
  await expectText(lucia, 'Faltan Ana Gómez y Luis Pérez.')
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('a contribution is assigned to two people offline, and stays assigned', async ({
    lucia,
    guest,
    gift,
  }) => {
    await report(guest, gift)
    await lucia.goto(`/colecta/${gift}/personas`)
    await lucia.getByLabel('Personas', { exact: true }).fill('Ana Gómez\nJulieta Romero')
    await lucia.getByRole('button', { name: 'Agregar 2 personas' }).click()
    await expect(lucia.getByText('1 de 2 aportó')).toBeVisible()
    await untilStored(lucia)

    await lucia.context().setOffline(true)
    const choose = async () => {
      await lucia.getByRole('button', { name: 'Acciones de Ana Gómez' }).click()
      await lucia.getByRole('menuitem', { name: 'Elegir aporte' }).click()
      await lucia
        .getByRole('dialog')
        .getByRole('button', { name: /^Julieta Romero/ })
        .click()
    }
    await choose()
    // The contribution that she chose is no longer found by the name of another.
    await expect(lucia.getByText('1 de 2 aportó')).toBeVisible()
    await lucia.getByRole('button', { name: 'Acciones de Julieta Romero' }).click()
    await lucia.getByRole('menuitem', { name: 'Elegir aporte' }).click()
    const dialog = lucia.getByRole('dialog')
    await dialog.getByRole('button', { name: /Es de Ana Gómez/ }).click()
    await expectText(lucia, 'Ya aportaron todas las personas de la lista.')

    await lucia.reload()
    await expectText(lucia, 'Ya aportaron todas las personas de la lista.')
    await lucia.context().setOffline(false)
    await expectSync(lucia, 'Al día')
    await expectText(lucia, 'Ya aportaron todas las personas de la lista.')

    await lucia.getByRole('button', { name: 'Acciones de Ana Gómez' }).click()
    await lucia.getByRole('menuitem', { name: 'No es esta persona' }).click()
    await expect(lucia.getByText('1 de 2 aportó')).toBeVisible()
    await lucia.getByRole('button', { name: 'Deshacer' }).click()
    await expectText(lucia, 'Ya aportaron todas las personas de la lista.')
  })
})

test('a file of a spreadsheet becomes a list, which is removed and put back', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}/personas`)
  const csv = 'Apellido;Nombre;Teléfono\nÁlvarez;Iñaki;351 512-3456\nSosa;Beto;\n'
  const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') }
  await lucia.getByLabel('Archivo de personas').setInputFiles([file])
  await lucia.getByRole('button', { name: 'Agregar 2 personas' }).click()
  const missing = lucia.getByRole('list', { name: 'Faltan' }).getByRole('listitem')
  await expect(missing).toContainText(['Iñaki Álvarez351 512-3456', 'Beto Sosa'])

  await lucia.getByRole('button', { name: 'Más acciones' }).click()
  await lucia.getByRole('menuitem', { name: 'Quitar la lista' }).click()
  await lucia.getByRole('alertdialog').getByRole('button', { name: 'Quitar la lista' }).click()
  await expect(lucia.getByRole('heading', { name: '¿De quiénes esperas un aporte?' })).toBeVisible()
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect(missing).toHaveCount(2)
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network a person is corrected, and all suggestions are accepted at once', async ({
    lucia,
    gift,
  }) => {
    for (const contributorName of ['Mamá de Ana Gómez', 'Papá de Beto Sosa', 'Abuela']) {
      await mutate(lucia, 'add-manual-contribution', {
        id: newId(),
        collectionId: gift,
        contributorName,
        contributorEmail: null,
        amount: 15_000_00,
        message: '',
      })
    }
    await lucia.goto(`/colecta/${gift}/personas`)
    await lucia.getByLabel('Personas', { exact: true }).fill('Ana Gomes\nBeto Sosa\nCarla Díaz')
    await lucia.getByRole('button', { name: 'Agregar 3 personas' }).click()
    await expect(lucia.getByText('0 de 3 aportaron')).toBeVisible()
    await untilStored(lucia)

    await lucia.context().setOffline(true)
    await lucia.getByRole('button', { name: 'Acciones de Ana Gomes' }).click()
    await lucia.getByRole('menuitem', { name: 'Editar persona' }).click()
    const dialog = lucia.getByRole('dialog', { name: 'Editar persona' })
    await dialog.getByLabel('Teléfono').fill('12')
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(dialog.getByRole('link', { name: 'El teléfono no es válido.' })).toBeVisible()
    await dialog.getByLabel('Teléfono').fill('')
    await dialog.getByLabel('Nombre').fill('carla diaz')
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(dialog.getByLabel('Nombre')).toHaveAccessibleDescription(
      'Ya está en la lista. Si son personas distintas, agrega el segundo nombre, el email o el teléfono.',
    )
    await dialog.getByLabel('Nombre').fill('Ana Gómez')
    await dialog.getByLabel('Teléfono').fill('11 5555-1234')
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
    const missing = lucia.getByRole('list', { name: 'Faltan' }).getByRole('listitem')
    await expect(missing.first()).toContainText('Ana Gómez11 5555-1234')

    await lucia.getByRole('button', { name: 'Aceptar las 2 sugerencias' }).click()
    await expect(lucia.getByText('2 de 3 aportaron')).toBeVisible()
    await expect(missing).toContainText(['Carla Díaz'])
    await lucia.context().setOffline(false)
    await expectSync(lucia, 'Al día')
    await lucia.reload()
    await expect(lucia.getByText('2 de 3 aportaron')).toBeVisible()
    expect(await ask(lucia, 'people', { collectionId: gift })).toMatchObject([
      { name: 'Ana Gómez', phone: '11 5555-1234', isByHand: true },
      { name: 'Beto Sosa', isByHand: true },
      { name: 'Carla Díaz', isByHand: false },
    ])
  })
})

test('a colecta is opened again from its menu, with its people and without its contributions', async ({
  lucia,
  gift,
}) => {
  await mutate(lucia, 'add-manual-contribution', {
    id: newId(),
    collectionId: gift,
    contributorName: 'Ana Gómez',
    contributorEmail: null,
    amount: 15_000_00,
    message: '',
  })
  await lucia.goto(`/colecta/${gift}/personas`)
  await lucia.getByLabel('Personas', { exact: true }).fill('Ana Gómez, 11 5555-1234\nBeto Sosa')
  await lucia.getByRole('button', { name: 'Agregar 2 personas' }).click()
  await expect(lucia.getByText('1 de 2 aportó')).toBeVisible()

  const duplicate = async () => {
    await lucia.goto(`/colecta/${gift}`)
    await lucia.getByRole('button', { name: 'Más acciones', exact: true }).click()
    await lucia.getByRole('menuitem', { name: 'Duplicar' }).click()
    await expect(lucia.getByText(`Es una copia de «${GIFT.title}»`)).toBeVisible()
    await expect(
      lucia.getByRole('heading', { name: 'Nueva colecta', exact: true, level: 1 }),
    ).toBeVisible()
  }
  const create = async (title: string) => {
    await lucia.getByLabel('Motivo').fill(title)
    await lucia.getByRole('button', { name: 'Crear colecta' }).click()
    await lucia.getByRole('button', { name: 'Ir a la colecta' }).click()
    await expect(lucia.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    const { pathname } = new URL(lucia.url())
    await lucia.goto(`${pathname}/personas`)
    return pathname.split('/').at(-1)
  }
  await duplicate()
  await expect(lucia.getByLabel('Motivo')).toHaveValue(GIFT.title)
  await expect(lucia.getByLabel('Total a colectar')).toHaveValue(GIFT.totalAmount)
  await expect(lucia.getByLabel('Alias, CBU o CVU')).toHaveValue(GIFT.bankAccount)
  await expect(lucia.getByLabel('Copiar también su lista de 2 personas')).toBeChecked()
  const april = await create('Cuota de abril')
  await expect(lucia.getByText('0 de 2 aportaron')).toBeVisible()
  expect(april).not.toBe(gift)
  const people = await ask(lucia, 'people', { collectionId: april })
  expect(people).toMatchObject([
    { name: 'Ana Gómez', phone: '11 5555-1234' },
    { name: 'Beto Sosa' },
  ])

  await duplicate()
  await lucia.getByLabel('Copiar también su lista de 2 personas').uncheck()
  await create('Cuota de mayo')
  await expect(lucia.getByRole('heading', { name: '¿De quiénes esperas un aporte?' })).toBeVisible()
})

test('without a replica, people who cannot be added stay in their dialog with the reason', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  const dialog = await typeBeto(lucia, gift)
  await lucia.route('**/api/sync/mutations', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Agregar 1 persona' }).click()
  await expect(dialog.getByRole('alert')).toContainText('No hay conexión con el servidor.')
  await lucia.unroute('**/api/sync/mutations')
  await dialog.getByRole('button', { name: 'Agregar 1 persona' }).click()
  await expect(dialog).toBeHidden()
  await expect(lucia.getByText('0 de 2 aportaron')).toBeVisible()
})

test('without a replica, people who were added late close no other dialog', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  const adding = await typeBeto(lucia, gift)
  const answer = await holdBack(lucia, '**/api/sync/mutations')
  await adding.getByRole('button', { name: 'Agregar 1 persona' }).click()
  await lucia.keyboard.press('Escape')
  await lucia.getByRole('button', { name: 'Acciones de Ana Gómez' }).click()
  await lucia.getByRole('menuitem', { name: 'Editar persona' }).click()
  answer()
  await expect(lucia.getByText('1 persona agregada')).toBeVisible()
  await expect(lucia.getByRole('dialog', { name: 'Editar persona' })).toBeVisible()
})

test('a keyboard continues in the list of people after a person left it', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  const people = ['Ana Gómez', 'Beto Sosa', 'Carla Díaz'].map((name, at) => personNamed(name, at))
  await mutate(lucia, 'add-people', { collectionId: gift, people })
  await lucia.goto(`/colecta/${gift}/personas`)
  await lucia.getByRole('button', { name: 'Acciones de Beto Sosa' }).press('Enter')
  await lucia.getByRole('menuitem', { name: 'Quitar de la lista' }).press('Enter')
  await expect(lucia.getByText('Beto Sosa', { exact: true })).toBeHidden()
  await expect(lucia.getByRole('button', { name: 'Acciones de Carla Díaz' })).toBeFocused()
})

test('the last page of the list shows the page before once its only person leaves it', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  const names = Array.from(
    { length: 51 },
    (_, at) => `Persona Número ${'abcdefghij'[at % 10]}${at}`,
  )
  await lucia.goto(`/colecta/${gift}/personas`)
  await lucia.getByLabel('Personas', { exact: true }).fill(names.join('\n'))
  await lucia.getByRole('button', { name: 'Agregar 51 personas' }).click()
  await lucia.getByRole('button', { name: 'Página siguiente' }).click()
  const missing = lucia.getByRole('list', { name: 'Faltan' }).getByRole('listitem')
  await expect(missing).toHaveCount(1)
  await lucia.getByRole('button', { name: /^Acciones de / }).click()
  await lucia.getByRole('menuitem', { name: 'Quitar de la lista' }).click()
  await expect(missing).toHaveCount(50)
})

test('at twice the text size, a name in the list of people takes three lines at most', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}/personas`)
  await lucia.getByLabel('Personas', { exact: true }).fill('Valentina Ferreyra Del Valle')
  await lucia.getByRole('button', { name: 'Agregar 1 persona' }).click()
  await lucia.setViewportSize({ width: 360, height: 740 })
  await lucia.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const remind = lucia.getByRole('link', { name: /^Recordar a Valentina/ })
  const name = lucia.getByText('Valentina Ferreyra Del Valle', { exact: true })
  expect(await linesOf(remind)).toBe(1)
  expect(await linesOf(name)).toBeLessThanOrEqual(3)
})

test('an edit of a person that another device removes keeps what was typed', async ({
  lucia,
  gift,
}) => {
  const ana = personNamed('Ana Gómez')
  await mutate(lucia, 'add-people', { collectionId: gift, people: [ana] })
  await lucia.goto(`/colecta/${gift}/personas`)
  await lucia.getByRole('button', { name: 'Acciones de Ana Gómez' }).click()
  await lucia.getByRole('menuitem', { name: 'Editar persona' }).click()
  const dialog = lucia.getByRole('dialog', { name: 'Editar persona' })
  await dialog.getByLabel('Teléfono').fill('11 5555-1234')
  await mutate(lucia, 'remove-people', { ids: [ana.id] })
  await expect(lucia.getByText('¿De quiénes esperas un aporte?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Teléfono')).toHaveValue('11 5555-1234')
})

test('a list that somebody pastes stays when another device adds people, and after a reload', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}/personas`)
  const pasted = lucia.getByLabel('Personas', { exact: true })
  await pasted.fill('Ana Gómez\nBeto Sosa')
  await mutate(lucia, 'add-people', { collectionId: gift, people: [personNamed('Ana Gómez')] })
  await expect(lucia.getByText('0 de 1 aportaron')).toBeVisible()
  await expect(pasted).toHaveValue('Ana Gómez\nBeto Sosa')
  await lucia.reload()
  await expect(pasted).toHaveValue('Ana Gómez\nBeto Sosa')
  await lucia.getByRole('button', { name: 'Agregar 1 persona' }).click()
  await expect(lucia.getByText('0 de 2 aportaron')).toBeVisible()
  await expect(pasted).toBeHidden()
})

/** On a list with Ana and without a replica, types a second person into the dialog that adds people. */
async function typeBeto(lucia: Page, gift: string): Promise<Locator> {
  await lucia.context().route(/\.wasm$/, (route) => route.abort())
  await mutate(lucia, 'add-people', { collectionId: gift, people: [personNamed('Ana Gómez')] })
  await lucia.goto(`/colecta/${gift}/personas`)
  await lucia.getByRole('button', { name: 'Agregar personas' }).click()
  const dialog = lucia.getByRole('dialog', { name: 'Agregar personas' })
  await dialog.getByLabel('Personas', { exact: true }).fill('Beto Sosa')
  return dialog
}

function personNamed(name: string, position = 0) {
  return {
    ...{ id: newId(), name, email: null, phone: null, position },
    ...{ contributionId: null, missingSince: null },
  }
}

function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.querySelector('span') ?? element)
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
    return new Set(tops).size
  })
}
