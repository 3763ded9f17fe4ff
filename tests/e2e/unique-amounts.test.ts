/* A colecta that asks each person for a unique amount ("centavos únicos"), so that a statement identifies the payer. */
import type { Page } from '@playwright/test'
import { parseMoney } from '../../shared/money.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import {
  ask,
  clipboardOf,
  confirmWithoutReceipt,
  expectText,
  fillReport,
  GIFT,
  mutate,
} from './steps.ts'

test.use({ ...ONLINE, permissions: ['clipboard-read', 'clipboard-write'] })

const next = (guest: Page) => guest.getByRole('button', { name: /^Continuar con/ }).click()

/** The amount that the first dialog asks for, in centavos. */
async function askedFor(guest: Page): Promise<number> {
  const dialog = guest.getByRole('dialog')
  await expectText(dialog, 'Transfiere exactamente')
  await dialog.getByRole('button', { name: 'Copiar monto' }).click()
  await expect(dialog.getByRole('button', { name: '¡Monto copiado!' })).toBeVisible()
  const copied = await clipboardOf(guest)
  expect(copied).toMatch(/^\d+,\d\d$/)
  return parseMoney(copied) ?? 0
}

test('a guest is asked for a unique amount, a few centavos more, which stays reserved for them', async ({
  lucia,
  guest,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}/edit`)
  await lucia.getByLabel('Pedir un monto único a cada persona').check()
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect
    .poll(async () => (await ask(lucia, 'collection', { id: gift })).uniqueCents)
    .toBe(true)

  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await next(guest)
  const first = await askedFor(guest)
  expect(first).toBeGreaterThan(20_000_00)
  expect(first).toBeLessThan(20_001_00)
  await expect(guest.getByText('Por esos centavos, Lucía sabe que es la tuya.')).toBeVisible()

  await guest.reload()
  expect(await askedFor(guest)).toBe(first)

  await guest.goBack()
  await guest.getByLabel('Monto', { exact: true }).fill('30.000')
  await next(guest)
  const amount = await askedFor(guest)
  expect(amount).toBeGreaterThan(30_000_00)

  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await confirmWithoutReceipt(guest)
  const { bankAccount: account } = await ask(lucia, 'collection', { id: gift })
  await expect
    .poll(() => ask(lucia, 'waiting-contributions', { account }))
    .toMatchObject([{ amount, isUnique: true }])
})

test('a guest is asked for the same unique amount when the colecta closed in the meantime', async ({
  lucia,
  guest,
  gift,
}) => {
  await mutate(lucia, 'update-collection', { id: gift, changes: { uniqueCents: true } })
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await next(guest)
  const amount = await askedFor(guest)
  await mutate(lucia, 'set-collection-status', { id: gift, status: 'cerrada' })
  await guest.reload()
  expect(await askedFor(guest)).toBe(amount)
})

test('offline a guest is asked for the amount that they typed', async ({ lucia, guest, gift }) => {
  await mutate(lucia, 'update-collection', { id: gift, changes: { uniqueCents: true } })
  await guest.goto(`/contribuir/${gift}`)
  await guest.route('**/api/collections/*/amount', (route) => route.abort())
  await fillReport(guest, GIFT.suggestedAmount)
  await next(guest)
  const dialog = guest.getByRole('dialog')
  await expectText(dialog, 'Monto')
  await expect(dialog.getByText(`$\u00a0${GIFT.suggestedAmount}`)).toBeVisible()
})
