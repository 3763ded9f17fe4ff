import type { Locator, Page } from '@playwright/test'
import { addDays, today } from '../../shared/dates.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { confirmWithoutReceipt, fillCollection, fillReport, GIFT } from './steps.ts'

test.use(ONLINE)

const NO_AMOUNT = 'Ese monto no es válido. Escríbelo con números, por ejemplo 15.000.'

const WRONG_COLLECTIONS: [what: string, label: string, typed: string, message: RegExp][] = [
  ['an empty reason', 'Motivo', '   ', /^Ingresa el motivo de la colecta\.$/],
  ['a reason without end', 'Motivo', 'a'.repeat(121), /hasta 120 caracteres/],
  ['a negative amount', 'Monto sugerido', '-5', /no es válido/],
  ['nothing to give', 'Monto sugerido', '0', /^Ingresa el monto sugerido\.$/],
  ['more money than there is', 'Total a colectar', '99999999999999', /no es válido|máximo/],
  ['an amount in words', 'Total a colectar', 'mil', /no es válido/],
  ['no total', 'Total a colectar', '', /^Ingresa el total a colectar\.$/],
  ['no deadline', 'Fecha límite', '', /^Elige una fecha límite\.$/],
  ['no account', 'Alias, CBU o CVU', ' ', /^Ingresa el alias, CBU o CVU de la cuenta\.$/],
  ['a deadline gone by', 'Fecha límite', addDays(today(new Date()), -1), /Esa fecha ya pasó/],
  ['no people', 'Cantidad de personas', '0', /al menos 1 persona/],
  ['half a person', 'Cantidad de personas', '1,5', /número/],
  [
    'a wrong check digit',
    'Alias, CBU o CVU',
    '0070999000000000000179',
    /dígito verificador no coincide/,
  ],
  ['a number too short', 'Alias, CBU o CVU', '007099900000000000017', /21 dígitos/],
  ['an alias with ñ', 'Alias, CBU o CVU', 'viaje.seño.caro', /«ñ»/],
  ['an alias with an emoji', 'Alias, CBU o CVU', 'viaje.🎁.caro', /🎁/],
  ['nobody’s account', 'Identificador de cuenta', '', /a nombre de quién/],
]

test('an invalid colecta shows an error beside the field, and the other fields stay', async ({
  lucia,
}) => {
  test.slow(true, 'every field of the form')
  await lucia.goto('/colecta/new')
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(lucia.locator(':focus')).toContainText(
    'Por favor, completa todos los campos obligatorios',
  )
  const problem = (name: string) =>
    lucia.getByRole('alert').getByRole('link', { name, exact: true })
  await expect(problem('Ingresa el total a colectar.')).toBeVisible()
  await lucia.getByLabel('Total a colectar').fill('mil')
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(problem(`Total a colectar: ${NO_AMOUNT}`)).toBeVisible()

  for (const [what, label, typed, message] of WRONG_COLLECTIONS) {
    await test.step(what, async () => {
      await fillCollection(lucia, GIFT)
      await lucia.getByLabel(label).fill(typed)
      await lucia.getByRole('button', { name: 'Crear colecta' }).click()
      await expectProblem(lucia, label, message)
      for (const other of ['Motivo', 'Alias, CBU o CVU'].filter((name) => name !== label)) {
        await expect(lucia.getByLabel(other)).not.toHaveValue('')
      }
    })
  }
  await lucia.goto('/dashboard')
  await expect(lucia.getByRole('heading', { name: 'Abre tu primera colecta' })).toBeVisible()
})

const WRONG_REPORTS: [what: string, label: string, typed: string, message: RegExp][] = [
  ['no name', 'Nombre', ' ', /^Por favor, ingresa tu nombre$/],
  ['no e-mail', 'Email', '', /^Por favor, ingresa tu email$/],
  ['half an e-mail', 'Email', 'juli.romero@', /^El formato del email no es válido\.$/],
  [
    'an e-mail with an emoji',
    'Email',
    'juli🎁@example.com',
    /^El formato del email no es válido\.$/,
  ],
  ['no amount', 'Monto', '', /^Por favor, ingresa un monto válido$/],
  ['a zero', 'Monto', '0', /^Por favor, ingresa un monto válido$/],
  ['less than a peso', 'Monto', '0,99', /^El monto mínimo es \$\s1\.$/],
  ['a negative amount', 'Monto', '-1500', /^Ese monto no es válido\./],
  ['a message without end', 'Mensaje para Lucía', 'a'.repeat(501), /hasta 500 caracteres/],
]

test('names a wrong digit of a complete CBU when the field is left', async ({ lucia }) => {
  await lucia.goto('/colecta/new')
  const account = lucia.getByLabel('Alias, CBU o CVU')
  await account.fill('007099900000000000017')
  await account.blur()
  await expect(account).not.toHaveAttribute('aria-invalid')
  await account.pressSequentially('9')
  await expectProblem(lucia, 'Alias, CBU o CVU', /dígito verificador no coincide/)

  await lucia.goto('/profile/edit')
  const usual = lucia.getByLabel('CBU, CVU o alias por defecto')
  await usual.fill('0070999000000000000179')
  await expect(usual).not.toHaveAttribute('aria-invalid')
  await usual.blur()
  await expectProblem(lucia, 'CBU, CVU o alias por defecto', /dígito verificador no coincide/)
})

test('opens a folded part that has the only wrong field, and gives that field the focus', async ({
  lucia,
}) => {
  await lucia.goto('/colecta/new')
  await fillCollection(lucia, { ...GIFT, accountIdentifier: '' })
  const fold = lucia.getByText('El resto ya está propuesto')
  const holder = lucia.getByLabel('Identificador de cuenta')
  const submit = lucia.getByRole('button', { name: 'Crear colecta' })
  await fold.click()
  await submit.click()
  await expect(holder).toBeFocused()

  // With another one outside of it the summary takes the focus and leads there.
  await fold.click()
  await lucia.getByLabel('Motivo').fill('')
  await submit.click()
  await expect(lucia.locator(':focus')).toContainText('completa todos los campos')
  await expect(holder).toBeVisible()
  await fold.click()
  await lucia.getByRole('link', { name: 'Ingresa a nombre de quién está la cuenta.' }).click()
  await expect(holder).toBeFocused()
})

test('an invalid report shows an error beside the field, and is not sent', async ({
  guest,
  gift,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  for (const [what, label, typed, message] of WRONG_REPORTS) {
    await test.step(what, async () => {
      await fillReport(guest, '15.000')
      await field(guest, label).fill(typed)
      await guest.getByRole('button', { name: /^Continuar/ }).click()
      await expectProblem(guest, label, message)
      await expect(guest.getByRole('dialog')).toHaveCount(0)
    })
  }
})

test('shows the summary and the first wrong field above the button, on a phone', async ({
  guest,
  gift,
}) => {
  await guest.setViewportSize({ width: 360, height: 740 })
  await guest.goto(`/contribuir/${gift}`)
  const button = guest.getByRole('button', { name: 'Continuar con $ 15.000' })
  await button.click()
  const summary = guest.getByRole('alert').filter({ hasText: 'Revisa estos datos' })
  await expect(summary).toBeFocused()
  const bar = await boxOf(guest.locator('[data-sticky-bar]'))
  const header = await boxOf(guest.getByRole('banner'))
  const shown = [
    summary,
    field(guest, 'Nombre'),
    guest.getByText('Por favor, ingresa tu nombre').last(),
  ]
  for (const element of shown) {
    const { y, height } = await boxOf(element)
    expect(y).toBeGreaterThanOrEqual(header.y + header.height)
    expect(y + height).toBeLessThanOrEqual(bar.y)
  }
})

test('text like code or a quote is only text, everywhere it is shown', async ({
  lucia,
  guest,
  gift,
}) => {
  const name = `O'Higgins "<script>alert(1)</script>" 🎁`
  let alerted = false
  for (const page of [lucia, guest]) page.on('dialog', () => (alerted = true))

  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '$ 1.500,50')
  await guest.getByLabel('Nombre').fill(name)
  await guest.getByRole('button', { name: 'Continuar con $ 1.500,50' }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('¡Gracias!')).toBeVisible()

  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText(name).filter({ visible: true })).toHaveCount(1)
  await lucia.getByRole('searchbox').fill(`o'higgins "<`)
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
  await lucia.getByRole('searchbox').fill('%')
  await expect(lucia.getByText('Nadie con ese nombre')).toBeVisible()
  expect(alerted).toBe(false)
})

function field(page: Page, label: string) {
  return page.getByRole('textbox', { name: label, exact: label !== 'Mensaje para Lucía' })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on the page')
  return box
}

async function expectProblem(page: Page, label: string, message: RegExp): Promise<void> {
  // Beside "Monto" stand "Montos rápidos"; an optional field says so in its label.
  const control = page.getByLabel(label, { exact: label === 'Monto' })
  await expect(control).toHaveAttribute('aria-invalid', 'true')
  await expect(control).toHaveAccessibleDescription(message)
}
