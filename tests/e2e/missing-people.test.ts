import { formatMoment } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { sharedLink } from '../../shared/links.ts'
import { becomePerson, expect, ONLINE, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import { clipboardOf, expectSync, expectText, GIFT, mutate, report } from './steps.ts'

test.use(ONLINE)

test('the organiser sees who is missing, and reminds the group', async ({
  lucia,
  guest,
  server,
  gift,
}) => {
  await lucia.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await report(guest, gift)
  await lucia.goto(`/colecta/${gift}`)
  const tab = lucia.getByRole('tab', { name: 'Cuántos faltan' })
  await tab.click()
  const card = lucia.getByRole('region', { name: 'Cuántos faltan' })
  await expect(card.getByText('1 de 60 personas aportó')).toBeVisible()
  await expectText(card, '0 acreditados · 1 informado')
  await expect(
    card.getByText(/Faltan 59\. Para llegar al total, cada una debería poner/),
  ).toBeVisible()
  await expect(card.getByText('$\u00a015.000')).toBeVisible()

  await card.getByRole('button', { name: 'Copiar recordatorio' }).click()
  await expect(card.getByRole('button', { name: '¡Recordatorio copiado!' })).toBeVisible()
  const reminder = await clipboardOf(lucia)
  expect(reminder).toContain(`«${GIFT.title}»: ya aportamos 1 de 60`)
  expect(reminder).toContain(`aporte sugerido es de $\u00a0${GIFT.suggestedAmount} por persona`)
  expect(reminder.endsWith(sharedLink(server.origin, gift))).toBe(true)
  const whatsApp = card.getByRole('link', { name: 'Recordar por WhatsApp' })
  const sent = new URL((await whatsApp.getAttribute('href')) ?? '').searchParams.get('text')
  expect(sent).toBe(reminder)
  await expect(lucia.getByText('Al día')).toBeAttached()

  // A new report counts at once. When the total is reached, no reminder is offered.
  await report(guest, gift, { amount: 885_000_00 })
  await expect(card).toBeHidden()
  await expect(tab).toBeHidden()
  await expect(lucia.getByRole('tab', { selected: true })).toHaveText('Aportes')
})

test('a contributor finds their contribution in "Mis Pagos"', async ({
  lucia,
  guest,
  gift,
  mailbox,
  server,
}) => {
  test.slow(true, 'two people, one after the other')
  await lucia.goto('/payments')
  await expectText(lucia, 'No tienes pagos registrados.')
  await report(lucia, gift, { amount: 12_345_00 })
  await expect(lucia.getByRole('link', { name: GIFT.title, exact: true })).toHaveAttribute(
    'href',
    `/contribuir/${gift}`,
  )
  const today = formatMoment(new Date().toISOString()).day
  await expect(lucia.getByRole('columnheader')).toHaveText([
    ...['Colecta', 'Monto', 'Método', 'Estado', 'Fecha'],
  ])
  const payments = lucia.getByRole('table', { name: 'Mis Pagos' }).locator('tbody tr')
  await expect(payments).toHaveText([`${GIFT.title}$\u00a012.345TransferenciaConfirmado${today}`])
  await lucia.setViewportSize({ width: 360, height: 780 })
  const onPhone = lucia.getByRole('list', { name: 'Mis Pagos' }).getByRole('listitem')
  await expect(onPhone).toHaveText([
    `${GIFT.title}$\u00a012.345${today} · TransferenciaConfirmadoVer mi aporte`,
  ])
  await lucia.setViewportSize({ width: 1280, height: 900 })

  // To the colecta of somebody else, and not what others gave.
  const ana = { ...LUCIA, firstName: 'Ana', email: addressOf('ana.sosa') }
  await becomePerson(guest.context(), server.origin, mailbox, ana)
  const id = newId()
  await report(guest, gift, { id, amount: 5_000_00 })
  for (const [path, label] of [
    ['/payments', 'Mis Pagos'],
    ['/dashboard', 'Mis Aportes'],
  ] as const) {
    await guest.goto(path)
    await expectSync(guest, 'Al día')
    await expect(guest.getByRole('table', { name: label }).locator('tbody tr')).toHaveText([
      `${GIFT.title}$\u00a05.000TransferenciaConfirmado${today}`,
    ])
  }
  // On the open page at once, and on one that is opened.
  await mutate(lucia, 'set-contribution-state', { id, state: 'verified' })
  const verified = [`${GIFT.title}$\u00a05.000TransferenciaAcreditado${today}`]
  await expect(guest.getByRole('table', { name: 'Mis Aportes' }).locator('tbody tr')).toHaveText(
    verified,
  )
  await guest.goto('/payments')
  await expect(guest.getByRole('table', { name: 'Mis Pagos' }).locator('tbody tr')).toHaveText(
    verified,
  )
  await lucia.reload()
  await expectSync(lucia, 'Al día')
  await expect(payments).toHaveCount(1)
})
