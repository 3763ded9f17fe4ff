/* Organisers are told of new contributions, and turn that on and off. */
import type { Locator, Page } from '@playwright/test'
import { LUCIA } from './people.ts'
import { ask, expectSync, GIFT, mutate, report } from './steps.ts'
import { expect, test } from './world.ts'

const ANA = { contributorName: 'Ana Paz', contributorEmail: 'familia.paz@example.com' }

test('an organiser chooses offline when to be written to', async ({ lucia, gift }) => {
  const notices = await openNotices(lucia, gift)
  await expect(notices.getByLabel('Nunca')).toBeChecked()
  await expectSync(lucia, 'Al día')
  await lucia.context().setOffline(true)
  await notices.getByText('Una vez por día').click()
  await expect(notices.getByLabel('Una vez por día')).toBeChecked()
  await expect(lucia.getByText('Te avisaremos por email una vez por día')).toBeVisible()
  await lucia.context().setOffline(false)
  await expectSync(lucia, 'Al día')
  expect(await ask(lucia, 'collection', { id: gift })).toMatchObject({ notify: 'daily' })
})

test('an organiser gets an e-mail about a contribution, and turns them off by it', async ({
  lucia,
  guest,
  gift,
  mailbox,
}) => {
  await mutate(lucia, 'set-collection-notify', { id: gift, notify: 'now' })
  await report(guest, gift, ANA)
  const message = await mailbox.waitFor(LUCIA.email)
  expect(message.subject).toBe(`1 aporte nuevo en «${GIFT.title}»`)
  const review = message.links.find((link) => link.endsWith('/revisar'))
  await lucia.goto(review ?? '')
  await expect(lucia.getByRole('heading', { name: 'Ana Paz' })).toBeVisible()

  // On another device, where nobody is signed in.
  const off = message.links.find((link) => link.includes('/dejar-de-recibir/'))
  await guest.goto(off ?? '')
  await guest.getByRole('button', { name: 'Dejar de recibirlos' }).click()
  await expect(guest.getByRole('heading', { name: 'Listo, no te escribiremos más' })).toBeVisible()
  await expect((await openNotices(lucia, gift)).getByLabel('Nunca')).toBeChecked()
})

async function openNotices(page: Page, collectionId: string): Promise<Locator> {
  await page.goto(`/colecta/${collectionId}`)
  await page.getByRole('tab', { name: 'Detalles' }).click()
  return page.getByRole('region', { name: 'Avisos' })
}
