import { expect, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import {
  confirmEmail,
  confirmWithoutReceipt,
  expectText,
  fillReport,
  GIFT,
  JULIETA,
  listen,
  openCollection,
  register,
  transfer,
} from './steps.ts'

const MESSAGE = '¡Gracias por tanto, Caro!'

test.use({ ownServer: {}, permissions: ['clipboard-read', 'clipboard-write'] })

test('Lucía opens a colecta, Julieta reports a transfer, and Lucía sees it arrive', async ({
  browser,
  contextOptions,
  guest: julieta,
  mailbox,
  server,
}) => {
  test.slow(true, 'the whole way, from an account to a confirmed contribution')
  const device = await browser.newContext({ ...contextOptions, baseURL: server.origin })
  const lucia = await device.newPage()
  const person = { ...LUCIA, email: addressOf('lucia.nueva') }
  await register(lucia, person)
  await confirmEmail(lucia, mailbox, person.email)
  const link = await openCollection(lucia, GIFT)
  await expect(lucia.getByText('Todavía no hay aportes')).toBeVisible()

  const tones = await listen(julieta)
  await julieta.goto(link)
  await expect(julieta.getByRole('heading', { name: GIFT.title, exact: true })).toBeVisible()
  await expect(julieta.getByText('Organiza Lucía')).toBeVisible()
  await fillReport(julieta, '15.000')
  await transfer(julieta, '15.000')
  const sent = julieta.waitForRequest('**/api/collections/*/contributions')
  await confirmWithoutReceipt(julieta)
  expect((await sent).postDataJSON()).toMatchObject({
    contributorName: JULIETA.name,
    contributorEmail: JULIETA.email,
    amount: 15_000_00,
    message: MESSAGE,
  })
  await expectText(julieta, '¡Gracias!')
  await expectText(julieta, 'Tu aporte ha sido registrado correctamente.')
  await expect.poll(tones).toBe(6)
  await julieta.getByRole('button', { name: 'Cerrar' }).click()
  await expect(julieta).toHaveURL(/\/$/)

  // Without a reload: what others do arrives by itself.
  await expect(lucia.getByText(JULIETA.name).filter({ visible: true })).toHaveCount(1)
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
  await expect(lucia.getByRole('region', { name: 'Progreso' })).toContainText(
    'Recaudado$\u00a015.000de $\u00a0900.000',
  )
  await expect(lucia.getByRole('img', { name: /2 %/ })).toBeVisible()

  await server.restart()
  await lucia.reload()
  await expect(lucia.getByText(JULIETA.name).filter({ visible: true })).toHaveCount(1)
  await expect(lucia.getByText(MESSAGE, { exact: true }).filter({ visible: true })).toHaveCount(1)
  await lucia.goto('/dashboard')
  await expect(lucia.getByText(GIFT.title).filter({ visible: true })).toHaveCount(1)
  await expect(lucia.getByText('Esta semana llegó 1 aporte.')).toBeVisible()
  await julieta.goto(link)
  await expect(julieta.getByRole('img', { name: /2 %/ })).toBeVisible()
  await device.close()
})
