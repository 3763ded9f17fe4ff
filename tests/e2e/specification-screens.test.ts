/* Requirements of the screens that no other test covers (tests/specification.md, section 2). */
import type { Page } from '@playwright/test'
import { formatDay, formatMoment } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { addressOf, LUCIA } from './people.ts'
import { holdBack } from './slow-network.ts'
import {
  clipboardOf,
  fillCollection,
  fillReport,
  GIFT,
  JULIETA,
  mutate,
  register,
  report,
  signIn,
} from './steps.ts'
import { expect, test } from './world.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'], serviceWorkers: 'block' })

test('the bar, the foot and home, signed out and in', async ({ lucia, guest, gift }) => {
  test.slow(true, 'three screens, signed out and in')
  const release = await holdBack(guest, '**/api/session')
  await guest.goto('/register')
  await expect(guest.getByText('Cargando...')).toBeVisible()
  release()
  await guest.getByRole('link', { name: 'Entre Todos' }).first().click()
  await expect(guest).toHaveURL(/\/$/)
  const bar = guest.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', '/login')
  await expect(bar.getByRole('link', { name: 'Crear cuenta' })).toHaveAttribute('href', '/register')
  await expect
    .poll(() => hrefsOf(guest, 'footer'))
    .toEqual(
      expect.arrayContaining(
        '/como-funciona /register /login /contacto /ayuda /faq /terminos-condiciones /politica-privacidad /politica-cookies'.split(
          ' ',
        ),
      ),
    )
  for (const heading of [
    'Juntar plata entre todos, sin perseguir a nadie',
    'Crea la colecta',
    'Comparte el enlace',
    'Recibe los aportes',
    'El dinero nunca pasa por nosotros',
    'Tu próxima colecta, en dos minutos',
  ]) {
    await expect(guest.getByRole('heading', { name: heading })).toBeVisible()
  }
  for (const occasion of [
    'Regalos grupales',
    'Actividades escolares',
    'Gastos compartidos',
    'Eventos sociales',
  ]) {
    await expect(guest.getByRole('main')).toContainText(occasion)
  }

  await guest.setViewportSize({ width: 360, height: 780 })
  await guest.getByRole('button', { name: 'Menú' }).click()
  const menu = guest.getByRole('navigation', { name: 'Menú' })
  await expect(menu.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', '/login')
  await menu.getByRole('link', { name: 'Crear cuenta' }).click()
  await expect(guest).toHaveURL(/\/register$/)

  await lucia.goto('/')
  await expect(
    lucia.getByRole('heading', { name: `¡Te damos la bienvenida, ${LUCIA.firstName}!` }),
  ).toBeVisible()
  const main = lucia.getByRole('main')
  await expect(main.getByRole('link', { name: 'Nueva Colecta' })).toHaveAttribute(
    'href',
    '/colecta/new',
  )
  await expect
    .poll(() => hrefsOf(lucia, 'footer'))
    .toEqual(
      '/como-funciona /ayuda /faq /contacto /terminos-condiciones /politica-privacidad /politica-cookies'.split(
        ' ',
      ),
    )
  await main.getByRole('link', { name: 'Ir al dashboard' }).click()
  await expect(lucia).toHaveURL(/\/dashboard$/)
  const entries = lucia.getByRole('navigation', { name: 'Principal' })
  for (const [entry = '', path = ''] of [
    ['Dashboard', '/dashboard'],
    ['Nueva Colecta', '/colecta/new'],
    ['Perfil', '/profile/edit'],
  ]) {
    await expect(entries.getByRole('link', { name: entry })).toHaveAttribute('href', path)
  }
  await lucia.setViewportSize({ width: 360, height: 780 })
  await lucia.getByRole('button', { name: 'Menú' }).click()
  const own = lucia.getByRole('navigation', { name: 'Menú' })
  for (const entry of ['Dashboard', 'Nueva Colecta', 'Perfil']) {
    await expect(own.getByRole('link', { name: entry })).toBeVisible()
  }
  await own.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(lucia).toHaveURL(/\/$/)
  for (const guarded of [
    '/dashboard',
    '/colecta/new',
    '/payments',
    '/profile/edit',
    `/colecta/${gift}`,
    `/colecta/${gift}/edit`,
    `/colecta/${gift}/aportar`,
    `/colecta/${gift}/contribute`,
  ]) {
    await lucia.goto(guarded)
    await expect(lucia).toHaveURL(`/login?returnTo=${encodeURIComponent(guarded)}`)
  }
})

test('the dashboard and the detail of a colecta', async ({ lucia, gift }) => {
  test.slow(true, 'two screens, checked figure by figure')
  const ids = [newId(), newId(), newId()]
  for (const id of ids) await report(lucia, gift, { id, message: '¡Felicitaciones, Caro!' })
  await mutate(lucia, 'set-contribution-state', { id: ids[0], state: 'pending' })
  await mutate(lucia, 'set-contribution-state', { id: ids[1], state: 'rejected' })
  await mutate(lucia, 'update-collection', {
    id: gift,
    changes: { bankAccount: '0070999000000000000178' },
  })
  await lucia.goto('/dashboard')
  await expect(lucia.getByRole('heading', { name: `Hola, ${LUCIA.firstName}` })).toBeVisible()
  const dashboard = lucia.getByRole('main')
  for (const card of [
    /^Colectas Creadas1$/,
    /^Total Recaudado\$\s45\.000$/,
    /^ConsejosComparte el enlace en el grupo/,
    /^SeguridadUn comprobante no prueba que el dinero llegó/,
  ]) {
    await expect(dashboard.locator('section').filter({ hasText: card })).toBeVisible()
  }
  await expect(dashboard.getByRole('link', { name: 'Nueva Colecta' })).toHaveAttribute(
    'href',
    '/colecta/new',
  )
  const table = lucia.getByRole('table', { name: 'Mis Colectas' })
  await expect(table).toBeVisible()
  const today = formatMoment(new Date().toISOString()).day
  const mine = lucia.getByRole('table', { name: 'Mis Aportes' }).getByRole('row')
  for (const state of ['Confirmado', 'Pendiente', 'Rechazado']) {
    const row = mine.filter({ hasText: state })
    await expect(row).toHaveText(
      new RegExp(`^${GIFT.title}\\$\\s15\\.000Transferencia${state}${today}$`),
    )
  }
  await lucia.getByRole('heading', { name: 'Mis Colectas' }).click()
  await expect(table).toBeHidden()
  await lucia.getByRole('heading', { name: 'Mis Colectas' }).click()
  await table.getByLabel(/^Estado de la colecta/).selectOption('Cerrada')
  await expect(
    lucia.getByText('Se ha actualizado el estado de tu colecta a "Cerrada"'),
  ).toBeVisible()
  await table.getByLabel(/^Estado de la colecta/).selectOption('Abierta')

  await lucia.getByRole('link', { name: GIFT.title, exact: true }).first().click()
  await expect(lucia).toHaveURL(new RegExp(`/contribuir/${gift}$|/colecta/${gift}$`))
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByRole('heading', { name: GIFT.title, level: 1 })).toBeVisible()
  await expect(lucia.getByText(`Creado por ${LUCIA.email}`)).toBeVisible()
  const status = lucia.getByLabel(`Estado de la colecta ${GIFT.title}`)
  await expect(status).toHaveValue('abierta')
  await status.selectOption('Cerrada')
  await expect(lucia.getByText('el estado de tu colecta a "Cerrada"')).toBeVisible()
  await status.selectOption('Abierta')
  const progress = lucia.getByRole('region', { name: 'Progreso' })
  await expect(progress).toContainText('Recaudado$\u00a015.000de $\u00a0900.0002\u00a0%')
  await expect(progress).toContainText('3aportes')
  await expect(progress).toContainText('7días restantes')
  const sharing = lucia.getByRole('region', { name: 'Comparte tu colecta' })
  await expect(sharing.getByRole('button', { name: 'Copiar enlace' })).toBeVisible()
  const details = lucia.getByRole('region', { name: 'Detalles' })
  await expect(details).toContainText('0070 9990 0000 0000 0001 78')
  const facts = details.locator('dl > div')
  await expect(facts).toHaveText([
    `Identificador de cuenta${GIFT.accountIdentifier}`,
    `Monto sugerido$\u00a0${GIFT.suggestedAmount}`,
    `Total a colectar$\u00a0${GIFT.totalAmount}`,
    `Fecha límite${formatDay(GIFT.deadline)}`,
    `Cantidad de personas${GIFT.people}`,
    `Creada el${today}`,
  ])
  await mutate(lucia, 'update-collection', { id: gift, changes: { cantidadPersonas: null } })
  await expect(facts.filter({ hasText: 'Cantidad de personas' })).toHaveCount(0)
  await details.getByRole('button', { name: /^Copiar/ }).click()
  await expect.poll(() => clipboardOf(lucia)).toBe('0070999000000000000178')
  await expect(lucia.getByRole('img', { name: 'QR para transferir' })).toBeVisible()
  const main = lucia.getByRole('main')
  await expect(main.getByRole('link', { name: 'Editar', exact: true })).toHaveAttribute(
    'href',
    `/colecta/${gift}/edit`,
  )
  await expect(main.getByRole('link', { name: 'Registrar aporte' }).first()).toHaveAttribute(
    'href',
    `/colecta/${gift}/aportar`,
  )
  await expect(main.getByRole('button', { name: 'Exportar' })).toBeVisible()
  const list = lucia.getByRole('table', { name: 'Aportes' })
  for (const state of ['Confirmado', 'Pendiente', 'Rechazado']) {
    const row = list.getByRole('row').filter({ hasText: state })
    await expect(row).toHaveText(
      new RegExp(
        `^${today} \\d\\d:\\d\\d.*${JULIETA.name}.*\\$\\s15\\.000Transferencia${state}¡Felicitaciones, Caro!`,
      ),
    )
  }
  await expect(list.getByRole('button', { name: /^Eliminar el aporte/ })).toHaveCount(0)
  await mutate(lucia, 'add-manual-contribution', {
    id: newId(),
    collectionId: gift,
    contributorName: 'Iñaki Zubiría',
    contributorEmail: null,
    amount: 50_00,
  })
  await expect(
    list.getByRole('button', { name: 'Eliminar el aporte de Iñaki Zubiría' }),
  ).toBeVisible()
})

test('the form of a colecta, new and changed, and whose it is', async ({
  lucia,
  guest,
  gift,
  mailbox,
}) => {
  test.slow(true, 'the form twice, and a person who may not see it')
  await mutate(lucia, 'update-profile', {
    firstName: LUCIA.firstName,
    lastName: LUCIA.lastName,
    defaultBankAccount: 'lucia.patio',
  })
  await lucia.goto('/colecta/new')
  await expect(lucia.getByRole('heading', { name: 'Nueva colecta', level: 1 })).toBeVisible()
  await expect(lucia.getByLabel('Alias, CBU o CVU')).toHaveValue('lucia.patio')
  await fillCollection(lucia, GIFT)
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  const saved = lucia.getByRole('dialog', { name: 'Tu colecta está lista' })
  const whatsApp = saved.getByRole('link', { name: 'Enviar por WhatsApp' })
  const text = new URL((await whatsApp.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  expect(text).toContain(GIFT.title)
  expect(text).toMatch(/datos de la transferencia.*comprobante/)
  expect(text).toMatch(/\/contribuir\/[\w-]{36}$/)
  await lucia.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }))
  await whatsApp.click()
  await lucia.bringToFront()
  await expect(
    saved.getByText('Se ha actualizado el estado de tu colecta a "Abierta"'),
  ).toBeVisible()
  await saved.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect
    .poll(() => clipboardOf(lucia))
    .toMatch(new RegExp(`^${new URL(lucia.url()).origin}/contribuir/[\\w-]{36}$`))
  await saved.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(lucia).toHaveURL(/\/colecta\/[\w-]{36}$/)

  await lucia.goto(`/colecta/${gift}/edit`)
  await expect(lucia.getByRole('heading', { name: 'Editar colecta', level: 1 })).toBeVisible()
  for (const [label, value] of [
    ['Motivo', GIFT.title],
    ['Descripción', GIFT.description],
    ['Monto sugerido', GIFT.suggestedAmount],
    ['Total a colectar', GIFT.totalAmount],
    ['Fecha límite', GIFT.deadline],
    ['Cantidad de personas', GIFT.people],
    ['Alias, CBU o CVU', GIFT.bankAccount],
    ['Identificador de cuenta', GIFT.accountIdentifier],
  ] as const) {
    await expect(lucia.getByLabel(label)).toHaveValue(value)
  }
  await lucia.getByLabel('Motivo').fill('Otro motivo')
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  const changed = lucia.getByRole('dialog', { name: 'Guardamos los cambios' })
  await expect(changed.getByRole('button', { name: 'Copiar enlace' })).toBeVisible()
  await expect(changed.getByRole('link', { name: /WhatsApp/ })).toHaveCount(0)
  await changed.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}$`))

  const ana = { ...LUCIA, firstName: 'Ana', email: addressOf('ana.sosa') }
  await register(guest, ana)
  const [link = ''] = (await mailbox.waitFor(ana.email)).links
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Confirmar mi email' }).click()
  await expect(guest.getByRole('heading', { name: '¡Email confirmado!' })).toBeVisible()
  await signIn(guest, ana)
  await guest.goto(`/colecta/${gift}/edit`)
  await expect(guest).toHaveURL(/\/$/)
})

test('the contribution page, for guests and for who is signed in', async ({
  lucia,
  guest,
  gift,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByRole('heading', { name: 'Realizar un aporte' })).toBeVisible()
  await expect(
    guest.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }),
  ).toHaveAttribute('href', `/login?returnTo=${encodeURIComponent(`/contribuir/${gift}`)}`)
  await expect(guest.getByRole('region', { name: GIFT.title })).toHaveText(
    new RegExp(
      `Organiza ${LUCIA.firstName}.*${GIFT.description}.*de \\$\\s${GIFT.totalAmount}.*Fecha límite: ${formatDay(GIFT.deadline)}Faltan 7 días.*${GIFT.bankAccount}`,
    ),
  )
  await fillReport(guest, '14.999')
  await expect(guest.getByText('El monto es menor al sugerido de $\u00a015.000')).toBeVisible()
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  const transfer = guest.getByRole('dialog', { name: `Transfiere a ${LUCIA.firstName}` })
  await transfer.getByRole('button', { name: 'Ya transferí' }).click()
  await guest.keyboard.press('Escape')
  await expect(guest.getByRole('dialog', { name: '¿Salir sin registrar tu aporte?' })).toBeVisible()

  await lucia.goto(`/contribuir/${gift}`)
  await expect(lucia.getByLabel('Email')).toHaveValue(LUCIA.email)
  await expect(lucia.getByLabel('Email')).not.toBeEditable()
  await expect(lucia.getByLabel('Nombre')).toHaveValue(`${LUCIA.firstName} ${LUCIA.lastName}`)
  await lucia.goto(`/colecta/${gift}/contribute`)
  await expect(lucia.getByRole('heading', { name: 'Realizar un aporte' })).toBeVisible()
  await lucia.goto(`/colecta/${gift}/aportar`)
  await expect(lucia.getByRole('heading', { name: 'Registrar aporte manual' })).toBeVisible()

  await mutate(lucia, 'set-collection-status', { id: gift, status: 'cerrada' })
  await lucia.goto(`/contribuir/${gift}`)
  await expect(lucia.getByText('Esta colecta no está aceptando contribuciones')).toBeVisible()
  await expect(lucia.getByText('CERRADA', { exact: true })).toBeVisible()
})

function hrefsOf(page: Page, part: string): Promise<(string | null)[]> {
  return page.locator(`${part} a`).evaluateAll((all) => all.map((one) => one.getAttribute('href')))
}
