/* Requirements of the screens that no other test covers (tests/specification.md, section 2). */
import type { Locator, Page } from '@playwright/test'
import { addDays, formatDay, formatMoment, startOfDay } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { sharedLink } from '../../shared/links.ts'
import { paymentQr } from '../../shared/payment-qr.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import { holdBack } from './slow-network.ts'
import {
  ask,
  clipboardOf,
  confirmEmail,
  expectQr,
  expectText,
  fillCollection,
  fillReport,
  GIFT,
  JULIETA,
  mutate,
  register,
  report,
  signIn,
} from './steps.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'], serviceWorkers: 'block' })

test('the header, the footer and home, signed out and in', async ({ lucia, guest, gift }) => {
  test.slow(true, 'three screens, signed out and in')
  const release = await holdBack(guest, '**/api/session')
  await guest.goto('/register')
  await expectText(guest, 'Cargando...')
  release()
  await guest.getByRole('link', { name: 'Entre Todos' }).first().click()
  await expect(guest).toHaveURL(/\/$/)
  const bar = guest.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', '/login')
  await expect(bar.getByRole('link', { name: 'Crear cuenta' })).toHaveAttribute('href', '/register')
  const footer = [
    'Cómo funciona /como-funciona',
    'Ayuda /ayuda',
    'Preguntas frecuentes /faq',
    'Contacto /contacto',
    'Términos /terminos-condiciones',
    'Privacidad /politica-privacidad',
    'Cookies /politica-cookies',
  ]
  await expect
    .poll(() => linksIn(guest.getByRole('contentinfo')))
    .toEqual(['Crear cuenta /register', 'Iniciar sesión /login', ...footer])
  const headings = [
    'Juntar plata entre todos, sin perseguir a nadie',
    'Crea la colecta',
    'Comparte el enlace',
    'Recibe los aportes',
    'El dinero nunca pasa por nosotros',
    'Tu próxima colecta, en dos minutos',
  ]
  const occasions = [
    'Regalos grupales',
    'Actividades escolares',
    'Gastos compartidos',
    'Eventos sociales',
  ]
  for (const width of [1280, 360]) {
    await guest.setViewportSize({ width, height: 780 })
    for (const heading of headings) {
      await expect(guest.getByRole('heading', { name: heading })).toBeVisible()
    }
    for (const occasion of occasions) await expectText(guest.getByRole('main'), occasion)
    await expect(guest.getByRole('link', { name: 'Crear mi primera colecta' })).toBeVisible()
  }

  const menu = guest.getByRole('navigation', { name: 'Menú' })
  await expect(menu).toBeHidden()
  await guest.getByRole('button', { name: 'Menú' }).click()
  expect(await linksIn(menu)).toEqual(['Iniciar sesión /login', 'Crear cuenta /register'])
  await menu.getByRole('link', { name: 'Crear cuenta' }).click()
  await expect(guest).toHaveURL(/\/register$/)

  await lucia.goto('/')
  await expect(
    lucia.getByRole('heading', {
      name: `¡Te damos la bienvenida, ${LUCIA.firstName}!`,
      exact: true,
    }),
  ).toBeVisible()
  const main = lucia.getByRole('main')
  for (const width of [360, 1280]) {
    await lucia.setViewportSize({ width, height: 780 })
    await expect(main.getByRole('link', { name: 'Ir al dashboard' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Nueva Colecta' })).toBeVisible()
    expect(await linksIn(main)).toEqual([
      'Ir al dashboard /dashboard',
      'Nueva Colecta /colecta/new',
    ])
  }
  await expect.poll(() => linksIn(lucia.getByRole('contentinfo'))).toEqual(footer)
  await main.getByRole('link', { name: 'Ir al dashboard' }).click()
  await expect(lucia).toHaveURL(/\/dashboard$/)
  const entries = ['Dashboard /dashboard', 'Nueva Colecta /colecta/new', 'Perfil /profile/edit']
  const principal = lucia.getByRole('navigation', { name: 'Principal' })
  await expect(principal).toBeVisible()
  expect(await linksIn(principal)).toEqual(entries)
  const out = lucia.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true })
  await expect(out).toHaveCount(1)
  await out.click()
  await expect(lucia.getByRole('link', { name: 'Crear mi primera colecta' })).toBeVisible()
  await signIn(lucia, LUCIA)
  await lucia.setViewportSize({ width: 360, height: 780 })
  const own = lucia.getByRole('navigation', { name: 'Menú' })
  await expect(own).toBeHidden()
  await lucia.getByRole('button', { name: 'Menú' }).click()
  await expect(own).toBeVisible()
  expect(await linksIn(own)).toEqual(entries)
  await own.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(lucia).toHaveURL(/\/$/)
  await expect(lucia.getByRole('link', { name: 'Crear mi primera colecta' })).toBeVisible()
  await expect(own.getByText(LUCIA.firstName)).toHaveCount(0)
  for (const guarded of [
    '/dashboard',
    '/payments',
    '/profile/edit',
    `/colecta/${gift}`,
    `/colecta/${gift}/edit`,
    `/colecta/${gift}/aportar`,
    `/colecta/${gift}/contribute`,
    `/colecta/${gift}/revisar`,
    `/colecta/${gift}/personas`,
    `/colecta/${gift}/imprimir`,
    `/colecta/${gift}/rendicion`,
    `/colecta/${gift}/conciliar`,
    '/conciliar',
    '/perfil/diagnostico',
    '/admin',
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
  await expect(
    lucia.getByRole('heading', { name: `Hola, ${LUCIA.firstName}`, exact: true }),
  ).toBeVisible()
  const dashboard = lucia.getByRole('main')
  for (const card of [/^Colectas Creadas1$/, /^Total Recaudado\$\s45\.000$/]) {
    await expect(dashboard.locator('section').filter({ hasText: card })).toBeVisible()
  }
  await expectTips(lucia)
  await expect(dashboard.getByRole('link', { name: 'Nueva Colecta' })).toHaveAttribute(
    'href',
    '/colecta/new',
  )
  const table = lucia.getByRole('table', { name: 'Mis Colectas' })
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Motivo', 'Estado', 'Monto sugerido', 'Recaudado', 'Fecha límite', 'Abrir'],
  ])
  const collection = table.getByRole('row').nth(1)
  await expect(collection).toContainText(`${GIFT.title}Faltan 7 días`)
  await expect(collection).toContainText(
    new RegExp(`\\$\\s15\\.000\\$\\s15\\.000 de \\$\\s900\\.000.*${formatDay(GIFT.deadline)}$`),
  )
  const bar = { name: '2\u00a0% confirmado, 0\u00a0% acreditado', exact: true }
  await expect(collection.getByRole('img', bar)).toBeVisible()
  expect(await linksIn(table)).toEqual([
    `${GIFT.title} /colecta/${gift}`,
    `1 por verificar /colecta/${gift}/revisar`,
    ` /colecta/${gift}`,
  ])
  const today = formatMoment(new Date().toISOString()).day
  const myTable = lucia.getByRole('table', { name: 'Mis Aportes' })
  const myHeads = ['Colecta', 'Monto', 'Método', 'Estado', 'Fecha']
  await expect(myTable.getByRole('columnheader')).toHaveText(myHeads)
  await lucia.setViewportSize({ width: 800, height: 780 })
  await expect(myTable.getByRole('columnheader')).toHaveText(myHeads)
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Motivo', 'Estado', 'Recaudado', 'Fecha límite', 'Abrir'],
  ])
  await lucia.setViewportSize({ width: 1280, height: 900 })
  const mine = myTable.getByRole('row')
  for (const state of ['Confirmado', 'Pendiente', 'Rechazado']) {
    const row = mine.filter({ hasText: state })
    await expect(row).toHaveText(
      new RegExp(`^${GIFT.title}\\$\\s15\\.000Transferencia${state}${today}$`),
    )
  }
  await expectFolds(lucia, 'Mis Aportes', myTable)
  await expectFolds(lucia, 'Mis Colectas', table)
  const statusThere = async () => (await ask(lucia, 'collection', { id: gift })).status
  await table.getByLabel(/^Estado de la colecta/).selectOption('Cerrada')
  await expectText(lucia, 'Se ha actualizado el estado de tu colecta a "Cerrada"')
  await expect.poll(statusThere).toBe('cerrada')

  await table.getByRole('link', { name: GIFT.title, exact: true }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}$`))
  await expect(
    lucia.getByRole('heading', { name: GIFT.title, exact: true, level: 1 }),
  ).toBeVisible()
  await expect(lucia).toHaveTitle(`${GIFT.title} · Entre Todos`)
  await expectText(lucia, `Creado por ${LUCIA.email}`)
  const status = lucia.getByLabel(`Estado de la colecta ${GIFT.title}`)
  await expect(status).toHaveValue('cerrada')
  // It is closed to contributions, not to its creator.
  await expect(lucia.getByRole('link', { name: 'Editar', exact: true })).toBeVisible()
  for (const name of ['Exportar', 'Compartir']) {
    await expect(lucia.getByRole('button', { name, exact: true }).first()).toBeVisible()
  }
  await expect(status.getByRole('option')).toHaveText(['Abierta', 'Cerrada'])
  await status.selectOption('Abierta')
  await expectText(lucia, 'Se ha actualizado el estado de tu colecta a "Abierta"')
  await expect.poll(statusThere).toBe('abierta')
  const progress = lucia.getByRole('region', { name: 'Progreso' })
  await expect(progress).toContainText('Recaudado$\u00a015.000de $\u00a0900.0002\u00a0%')
  await expect(progress.getByRole('img', bar)).toBeVisible()
  await expect(progress).toHaveText(
    /3aportes7días restantes1por verificarRevisar ahoraConciliar con tu resumen$/,
  )
  await lucia.getByRole('tab', { name: 'Detalles' }).click()
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
  await lucia.getByRole('button', { name: 'Compartir', exact: true }).first().click()
  const sharing = lucia.getByRole('dialog', { name: 'Comparte tu colecta' })
  await expect(sharing.getByRole('button', { name: 'Copiar enlace' })).toBeVisible()
  await expectQr(
    sharing.getByRole('img', { name: 'QR para transferir' }),
    paymentQr({
      account: '0070999000000000000178',
      name: GIFT.accountIdentifier,
      amount: 15_000_00,
    }),
  )
  await lucia.keyboard.press('Escape')
  await lucia.getByRole('tab', { name: 'Aportes' }).click()
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
  await expect(list.getByRole('columnheader')).toHaveText([
    ...['Fecha', 'Aportante', 'Monto', 'Método', 'Estado', 'Comprobante', 'Mensaje', 'Acciones'],
  ])
  const { rows } = (await ask(lucia, 'collection-contributions', { collectionId: gift })) as {
    rows: { paymentDate: string }[]
  }
  const times = rows.map(({ paymentDate }) => formatMoment(paymentDate).time).join('|')
  for (const state of ['Confirmado', 'Pendiente', 'Rechazado']) {
    const row = list.getByRole('row').filter({ hasText: state })
    await expect(row).toHaveText(
      new RegExp(
        `^${today} (${times})${JULIETA.name}\\$\\s15\\.000Transferencia${state}—¡Felicitaciones, Caro!`,
      ),
    )
  }
  const menus = list.getByRole('button', { name: /^Más acciones para el aporte de/ })
  await expect(menus).toHaveCount(3)
  await expect(list.getByRole('button', { name: /^Eliminar el aporte/ })).toHaveCount(0)
  await list.getByRole('button', { name: JULIETA.name, exact: true }).first().click()
  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  await expectText(detail, LUCIA.email)
  await expect(detail.getByRole('button', { name: 'Eliminar aporte' })).toHaveCount(0)
  await lucia.keyboard.press('Escape')
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
  await expect(list.getByRole('row').filter({ hasText: 'Iñaki Zubiría' })).toHaveText(
    new RegExp(`^${today} \\d\\d:\\d\\dIñaki Zubiría\\$\\s50ManualAcreditado`),
  )

  // A table without room keeps the column of actions.
  await lucia.setViewportSize({ width: 800, height: 780 })
  await expect(list.getByRole('columnheader')).toHaveText([
    ...['Fecha', 'Aportante', 'Monto', 'Estado', 'Acciones'],
  ])
  await expect(menus.first()).toBeVisible()

  await lucia.setViewportSize({ width: 360, height: 780 })
  const onPhone = lucia.getByRole('list', { name: 'Aportes' }).getByRole('listitem')
  for (const state of ['Confirmado', 'Pendiente', 'Rechazado']) {
    await expect(onPhone.filter({ hasText: state })).toHaveText(
      new RegExp(
        `^${JULIETA.name}\\$\\s15\\.000${today.slice(0, 5)} (${times}) · Transferencia${state}¡Felicitaciones, Caro!`,
      ),
    )
  }
  await onPhone.getByRole('button', { name: 'Iñaki Zubiría', exact: true }).click()
  await expect(detail.getByRole('button', { name: 'Eliminar aporte' })).toBeVisible()
  await lucia.keyboard.press('Escape')
  await expectText(lucia, `Creado por ${LUCIA.email}`)
  await expect(status).toBeVisible()
  await expect(progress).toContainText('Recaudado$\u00a015.050de $\u00a0900.0002\u00a0%')
  await expect(main.getByRole('link', { name: 'Registrar', exact: true })).toHaveAttribute(
    'href',
    `/colecta/${gift}/aportar`,
  )
  for (const name of ['Exportar', 'Compartir']) {
    await expect(main.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await lucia.getByRole('tab', { name: 'Detalles' }).click()
  await expect(facts).toHaveCount(5)
  for (const fact of await facts.all()) await expect(fact).toBeVisible()
  await expect(details.getByRole('button', { name: /^Copiar/ })).toBeVisible()
  await main.getByRole('button', { name: 'Más acciones', exact: true }).click()
  await lucia.getByRole('menuitem', { name: 'Editar colecta' }).click()
  await expect(lucia).toHaveURL(`/colecta/${gift}/edit`)
  await expect(
    lucia.getByRole('heading', { name: 'Editar colecta', exact: true, level: 1 }),
  ).toBeVisible()

  await lucia.goto('/dashboard')
  await expect(dashboard.getByRole('link', { name: 'Nueva Colecta' })).toHaveAttribute(
    'href',
    '/colecta/new',
  )
  for (const heading of [`Hola, ${LUCIA.firstName}`, 'Seguridad']) {
    await expect(dashboard.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  for (const card of [/^Colectas Creadas1$/, /^Total Recaudado\$\s45\.050$/]) {
    await expect(dashboard.locator('section').filter({ hasText: card })).toBeVisible()
  }
  const collections = lucia.getByRole('list', { name: 'Mis Colectas' })
  const onlyOne = collections.getByRole('listitem')
  await expect(onlyOne).toContainText('$\u00a015.050 de $\u00a0900.000')
  await expect(onlyOne.getByRole('img', bar)).toBeVisible()
  await expect(onlyOne).toContainText('Faltan 7 días · 1 por verificar')
  expect(await linksIn(collections)).toEqual([
    `${GIFT.title} /colecta/${gift}`,
    `1 por verificar /colecta/${gift}/revisar`,
  ])
  const mineOnPhone = lucia.getByRole('list', { name: 'Mis Aportes' }).getByRole('listitem')
  await expect(mineOnPhone).toHaveCount(3) // not what was written down by hand
  for (const state of ['Confirmado', 'Pendiente', 'Rechazado']) {
    await expect(mineOnPhone.filter({ hasText: state })).toHaveText(
      new RegExp(`^${GIFT.title}\\$\\s15\\.000${today} · Transferencia${state}`),
    )
  }
  await onlyOne.getByLabel(/^Estado de la colecta/).selectOption('Cerrada')
  await expect.poll(statusThere).toBe('cerrada')
  await onlyOne.getByLabel(/^Estado de la colecta/).selectOption('Abierta')
  await expect.poll(statusThere).toBe('abierta')
  await expectFolds(lucia, 'Mis Aportes', mineOnPhone.first())
  await expectFolds(lucia, 'Mis Colectas', collections)

  await lucia.setViewportSize({ width: 1280, height: 900 })
  const end = startOfDay(addDays(GIFT.deadline, 1))
  for (const [time, percent] of [
    [(Date.now() + end) / 2, 50],
    [end, 100],
  ] as const) {
    await lucia.clock.setSystemTime(time)
    await lucia.goto(`/colecta/${gift}`)
    await expect(
      lucia.getByRole('img', { name: new RegExp(`^Pasó el ${percent}.% del plazo$`) }),
    ).toBeVisible()
  }
  await expect(progress).toContainText('aportes0días restantes')
})

test('the form of a colecta, new and changed, and its owner', async ({
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
  await expect(
    lucia.getByRole('heading', { name: 'Nueva colecta', exact: true, level: 1 }),
  ).toBeVisible()
  await expect(lucia).toHaveTitle('Nueva colecta · Entre Todos')
  await expect(lucia.getByLabel('Alias, CBU o CVU')).toHaveValue('lucia.patio')
  await fillCollection(lucia, GIFT)
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  const saved = lucia.getByRole('dialog', { name: 'Tu colecta está lista' })
  const whatsApp = saved.getByRole('link', { name: 'Enviar por WhatsApp' })
  const { origin, pathname, searchParams } = new URL((await whatsApp.getAttribute('href')) ?? '')
  expect(origin + pathname).toBe('https://wa.me/')
  const [invitation, link = ''] = searchParams.get('text')?.split('\n') ?? []
  expect(invitation).toBe(
    `Te invito a la colecta «${GIFT.title}». Abre el enlace para ver los datos de la transferencia y subir tu comprobante:`,
  )
  expect(link).toMatch(new RegExp(`^${new URL(lucia.url()).origin}/c/\\w{8}$`))
  await expect.poll(async () => (await guest.request.get(link)).status()).toBe(200)
  const shared = new URL((await guest.request.get(link)).url())
  const id = shared.pathname.replace('/contribuir/', '')
  expect(shared.href).toBe(`${new URL(lucia.url()).origin}/contribuir/${id}`)
  const opened = saved.getByText('Se ha actualizado el estado de tu colecta a "Abierta"', {
    exact: true,
  })
  await expect(opened).toHaveCount(0)
  await lucia.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }))
  await whatsApp.click()
  await lucia.bringToFront()
  await expect(opened).toBeVisible()
  await lucia.evaluate(() => navigator.clipboard.writeText('lo de antes'))
  await saved.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect.poll(() => clipboardOf(lucia)).toBe(link)
  await saved.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${id}$`))
  await expect(
    lucia.getByRole('heading', { name: GIFT.title, exact: true, level: 1 }),
  ).toBeVisible()

  await lucia.goto(`/colecta/${id}/edit`)
  await expect(
    lucia.getByRole('heading', { name: 'Editar colecta', exact: true, level: 1 }),
  ).toBeVisible()
  await expect(lucia).toHaveTitle('Editar colecta · Entre Todos')
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
  const deadline = addDays(GIFT.deadline, 1)
  for (const [label, value] of [
    ['Motivo', 'Otro motivo'],
    ['Descripción', 'Otra descripción'],
    ['Monto sugerido', '16.000'],
    ['Total a colectar', '800.000'],
    ['Fecha límite', deadline],
    ['Cantidad de personas', '50'],
    ['Alias, CBU o CVU', 'otro.alias.caro'],
    ['Identificador de cuenta', 'Otra persona'],
  ] as const) {
    await lucia.getByLabel(label).fill(value)
  }
  await lucia.evaluate(() => navigator.clipboard.writeText('lo de antes'))
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  const changed = lucia.getByRole('dialog', { name: 'Guardamos los cambios' })
  await changed.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect.poll(() => clipboardOf(lucia)).toBe(link)
  await expect(changed.getByRole('link', { name: /WhatsApp/ })).toHaveCount(0)
  await changed.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${id}$`))
  await expect(
    lucia.getByRole('heading', { name: 'Otro motivo', exact: true, level: 1 }),
  ).toBeVisible()
  await expect
    .poll(() => ask(lucia, 'collection', { id }))
    .toMatchObject({
      title: 'Otro motivo',
      description: 'Otra descripción',
      suggestedAmount: 16_000_00,
      totalAmount: 800_000_00,
      deadline,
      bankAccount: 'otro.alias.caro',
      accountIdentifier: 'Otra persona',
      cantidadPersonas: 50,
    })
  await mutate(lucia, 'set-collection-status', { id, status: 'cerrada' })
  await lucia.goto(`/colecta/${id}/edit`)
  await expect(lucia.getByLabel('Motivo')).toHaveValue('Otro motivo')
  await expect(
    lucia.getByRole('heading', { name: 'Editar colecta', exact: true, level: 1 }),
  ).toBeVisible()

  const ana = { ...LUCIA, firstName: 'Ana', email: addressOf('ana.sosa') }
  await register(guest, ana)
  await confirmEmail(guest, mailbox, ana.email)
  await expectTips(guest)
  await guest.goto(`/colecta/${gift}/edit`)
  await expect(guest).toHaveURL(/\/$/)
  for (const screen of ['', '/aportar', '/revisar', '/personas', '/conciliar']) {
    await guest.goto(`/colecta/${gift}${screen}`)
    await expect(
      guest.getByRole('heading', { name: 'No se encontró la colecta', exact: true }),
    ).toBeVisible()
    await expect(guest.getByText(GIFT.title)).toHaveCount(0)
  }
  await guest.goto(`/colecta/${gift}/contribute`)
  await expect(
    guest.getByRole('heading', { name: 'Realizar un aporte', exact: true }),
  ).toBeVisible()
  await expect(guest.getByLabel('Email')).toHaveValue(ana.email)
})

test('the contribution page, for guests and for signed-in people', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'the page of an alias, of a CBU, of a member and of a closed colecta')
  // Playwright's first look at a page counts as an interaction, so the script has to run before it.
  const hydrated = guest.waitForResponse(`**/api/collections/${gift}`)
  await guest.goto(`/contribuir/${gift}`)
  await hydrated
  await expect(
    guest.getByRole('heading', { name: 'Realizar un aporte', exact: true }),
  ).toBeVisible()
  await expect
    .poll(() => linksIn(guest.getByRole('banner')))
    .toEqual([
      'Ir al contenido #contenido',
      'Entre Todos /',
      `Iniciar sesión /login?returnTo=${encodeURIComponent(`/contribuir/${gift}`)}`,
    ])
  await expect(guest.getByRole('contentinfo')).toHaveCount(0)
  await guest.mouse.move(10, 10)
  await guest.mouse.move(20, 20)
  await expect
    .poll(() => linksIn(guest.getByRole('contentinfo')))
    .toEqual(['Privacidad /politica-privacidad', 'Cookies /politica-cookies'])
  await expect(guest.getByRole('region', { name: GIFT.title })).toHaveText(
    new RegExp(
      `Organiza ${LUCIA.firstName}.*${GIFT.description}\\$\\s0de \\$\\s${GIFT.totalAmount}0\\s%Fecha límite: ${formatDay(GIFT.deadline)}Faltan 7 díasAlias de ${GIFT.accountIdentifier}${GIFT.bankAccount}$`,
    ),
  )
  const less = guest.getByText('El monto es menor al sugerido de $\u00a015.000', { exact: true })
  await fillReport(guest, '15.000')
  await expect(less).toHaveCount(0)
  await fillReport(guest, '14.999')
  await expect(less).toBeVisible()
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  const transfer = guest.getByRole('dialog', { name: `Transfiere a ${LUCIA.firstName}` })
  await expect(transfer).toContainText(`Alias${GIFT.bankAccount}`)
  await expect(transfer).toContainText(
    `Monto$\u00a014.999La cuenta está a nombre de${GIFT.accountIdentifier}`,
  )
  await expectQr(
    transfer.getByRole('img', { name: 'QR de esta página' }),
    sharedLink(new URL(guest.url()).origin, gift),
  )
  await transfer.getByRole('button', { name: 'Ya transferí' }).click()
  await guest.keyboard.press('Escape')
  const leaving = guest.getByRole('dialog', { name: '¿Salir sin registrar tu aporte?' })
  await leaving.getByRole('button', { name: 'Seguir con mi aporte' }).click()
  await expect(
    guest.getByRole('dialog', { name: 'Agrega el comprobante y confirma' }),
  ).toBeVisible()
  await guest.keyboard.press('Escape')
  await leaving.getByRole('button', { name: 'Salir', exact: true }).click()
  await expect(guest.getByRole('dialog')).toHaveCount(0)

  const cbu = '0070999000000000000178'
  await mutate(lucia, 'update-collection', { id: gift, changes: { bankAccount: cbu } })
  await guest.reload()
  await guest.getByRole('button', { name: 'Copiar el CBU' }).click()
  await expect.poll(() => clipboardOf(guest)).toBe(cbu)
  await guest.evaluate(() => navigator.clipboard.writeText('lo de antes'))
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(transfer).toContainText('0070 9990 0000 0000 0001 78')
  await transfer.getByRole('button', { name: 'Copiar CBU' }).click()
  await expect.poll(() => clipboardOf(guest)).toBe(cbu)
  await expectQr(
    transfer.getByRole('img', { name: 'QR para transferir' }),
    paymentQr({ account: cbu, name: GIFT.accountIdentifier, amount: 14_999_00 }),
  )
  // The account was copied: perhaps the money is on its way.
  await guest.keyboard.press('Escape')
  await leaving.getByRole('button', { name: 'Salir', exact: true }).click()
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  // Reais, where the installation asks for them (PAYMENT_QR_CURRENCY).
  await guest.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), paymentQrCurrency: '986' }
    await route.fulfill({ response, json })
  })
  await guest.reload()
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expectQr(
    transfer.getByRole('img', { name: 'QR para transferir' }),
    paymentQr({ account: cbu, name: GIFT.accountIdentifier, amount: 14_999_00, currency: '986' }),
  )
  await guest.unroute('**/api/config')
  await mutate(lucia, 'update-collection', {
    id: gift,
    changes: { bankAccount: GIFT.bankAccount },
  })

  await lucia.goto(`/contribuir/${gift}`)
  await expect(lucia.getByLabel('Email')).toHaveValue(LUCIA.email)
  await expect(lucia.getByLabel('Email')).not.toBeEditable()
  await expect(lucia.getByLabel('Nombre')).toHaveValue(`${LUCIA.firstName} ${LUCIA.lastName}`)
  // The account's e-mail wins over what a draft on the device has.
  const { name: contributorName, email: contributorEmail } = JULIETA
  await lucia.evaluate(([draft, values]) => localStorage.setItem(draft, values), [
    `draft:contribute:${gift}`,
    JSON.stringify({ contributorName, contributorEmail }),
  ] as const)
  await lucia.reload()
  await expect(lucia.getByLabel('Nombre')).toHaveValue(JULIETA.name)
  await lucia.getByLabel('Monto', { exact: true }).fill('14.999')
  await expect(
    lucia.getByText('El monto es menor al sugerido de $\u00a015.000', { exact: true }),
  ).toBeVisible()
  await expect(lucia.getByLabel('Email')).toHaveValue(LUCIA.email)
  await expect(lucia.getByLabel('Email')).not.toBeEditable()
  await lucia.goto(`/colecta/${gift}/contribute`)
  await expect(
    lucia.getByRole('heading', { name: 'Realizar un aporte', exact: true }),
  ).toBeVisible()
  await expect(
    lucia.getByRole('heading', { name: GIFT.title, exact: true, level: 1 }),
  ).toBeVisible()
  await expect(lucia.getByLabel('Email')).toHaveValue(LUCIA.email)
  await expect(lucia.getByLabel('Email')).not.toBeEditable()
  await lucia.goto(`/colecta/${gift}/aportar`)
  await expect(lucia).toHaveTitle('Registrar aporte manual · Entre Todos')
  await expect(
    lucia.getByRole('heading', { name: 'Registrar aporte manual', exact: true, level: 1 }),
  ).toBeVisible()
  await expect(lucia.getByRole('main').getByText(GIFT.title, { exact: true })).toBeVisible()
  await lucia.getByLabel('Monto', { exact: true }).fill('14.999')
  await expectText(lucia, 'El monto es menor al sugerido de $\u00a015.000')

  await mutate(lucia, 'set-collection-status', { id: gift, status: 'cerrada' })
  await lucia.goto(`/contribuir/${gift}`)
  await expect(
    lucia.getByRole('heading', {
      name: 'Esta colecta no está aceptando contribuciones',
      exact: true,
    }),
  ).toBeVisible()
  await expectText(lucia, 'CERRADA')
  await expect(lucia.getByRole('heading', { name: 'Realizar un aporte' })).toHaveCount(0)
  await expect(lucia.getByText(GIFT.bankAccount)).toHaveCount(0)
  await lucia.goto(`/colecta/${gift}/aportar`)
  await expect(
    lucia.getByRole('heading', { name: 'Registrar aporte manual', exact: true, level: 1 }),
  ).toBeVisible()
  await expectText(lucia, 'CERRADA')
  await guest.evaluate(() => localStorage.clear())
  await guest.goto(`/contribuir/${gift}`)
  await expectText(guest, 'CERRADA')
  await expect(guest.getByRole('heading', { name: 'Realizar un aporte' })).toHaveCount(0)
  await expect(guest.getByText(GIFT.bankAccount)).toHaveCount(0)
})

/** The title of a part hides its list, and shows it again. */
async function expectFolds(page: Page, title: string, list: Locator): Promise<void> {
  const heading = page.getByRole('heading', { name: title })
  await heading.click()
  await expect(list).toBeHidden()
  await heading.click()
  await expect(list).toBeVisible()
}

async function expectTips(page: Page): Promise<void> {
  for (const [title, text] of [
    [
      'Consejos',
      'Comparte el enlace en el grupo y recuerda la fecha límite dos días antes: la mayoría aporta a último momento.',
    ],
    [
      'Seguridad',
      'Un comprobante no prueba que el dinero llegó. Mira tu cuenta y marca cada aporte como acreditado.',
    ],
  ]) {
    const card = page.locator('section').filter({ hasText: new RegExp(`^${title}`) })
    await expect(card).toHaveText(`${title}${text}`)
  }
  await page.getByRole('button', { name: 'Ocultar Consejos' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Seguridad' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Consejos' })).toHaveCount(0)
}

/** The text and the target of each link. */
function linksIn(part: Locator): Promise<string[]> {
  return part
    .locator('a')
    .evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getAttribute('href')}`))
}
