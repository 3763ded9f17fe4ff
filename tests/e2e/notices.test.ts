/* Notices to organisers about new contributions: by e-mail and in an open tab, turned on and off. */
import type { Locator, Page } from '@playwright/test'
import { expect, ONLINE, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { ask, expectSync, GIFT, listen, mutate, report } from './steps.ts'

test.use(ONLINE)

const ANA = { contributorName: 'Ana Paz', contributorEmail: 'familia.paz@example.com' }

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('an organiser chooses offline how often to get e-mails', async ({ lucia, gift }) => {
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
})

test('a choice stays until the server answers, whatever was chosen before it', async ({
  lucia,
  gift,
}) => {
  await lucia.context().route(/\.wasm$/, (route) => route.abort()) // no replica
  await lucia.clock.install()
  const notices = await openNotices(lucia, gift)
  await notices.getByText('Una vez por día').click()
  await expect(lucia.getByText('Te avisaremos por email una vez por día')).toBeVisible()
  await lucia.route('**/api/sync/mutations', () => {})
  await notices.getByText('Al momento').click()
  await expect(notices.getByLabel('Al momento')).toBeChecked()
  await lucia.clock.fastForward(6_000)
  await expect(notices.getByLabel('Al momento')).toBeChecked()
})

test('an organiser gets an e-mail about a contribution, and turns e-mails off by its link', async ({
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

test('an open tab shows a new report in a toast, or in its title while it is hidden', async ({
  lucia,
  guest,
  gift,
}) => {
  const notes = await listen(lucia)
  const notices = await openNotices(lucia, gift)
  await expectSync(lucia, 'Al día')
  await report(guest, gift, ANA)
  await expect(lucia.getByText('Llegó un aporte de Ana Paz: $\u00a015.000')).toBeVisible()
  expect(await notes()).toBe(0)
  await notices.getByLabel('Con un sonido').check()
  await expect.poll(notes).toBe(6)

  await show(lucia, 'hidden')
  await report(guest, gift, ANA)
  await expect.poll(notes).toBe(12)
  await report(guest, gift, ANA)
  await expect(lucia).toHaveTitle(`(2) ${GIFT.title} · Entre Todos`)
  await show(lucia, 'visible')
  await expect(lucia).toHaveTitle(`${GIFT.title} · Entre Todos`)

  // The same on the dashboard, for all colectas.
  await lucia.goto('/dashboard')
  await expectSync(lucia, 'Al día')
  await report(guest, gift, { ...ANA, contributorName: 'Beto Paz' })
  const toast = lucia.getByRole('status').filter({ hasText: 'Llegó un aporte de Beto Paz' })
  await toast.getByRole('button', { name: 'Revisar' }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}/revisar$`))
})

test('an Arabic name stays before its amount in a toast, and is cut at its end in the table', async ({
  lucia,
  guest,
  gift,
}) => {
  await openNotices(lucia, gift)
  await lucia.getByRole('tab', { name: 'Aportes' }).click()
  await expectSync(lucia, 'Al día')
  const name = `محمد ${'عبد الرحمن '.repeat(8)}القحطاني`
  await report(guest, gift, { ...ANA, contributorName: name })
  await expect(
    lucia.getByText(`Llegó un aporte de \u2068${name}\u2069: $\u00a015.000`),
  ).toBeVisible()
  const cut = await lucia.getByRole('button', { name, exact: true }).evaluate((button) => {
    const range = document.createRange()
    range.setStart(button.firstChild as Node, 0)
    range.setEnd(button.firstChild as Node, 1)
    return range.getBoundingClientRect().right - button.getBoundingClientRect().right
  })
  expect(cut).toBeLessThanOrEqual(1)
})

function show(page: Page, visibility: DocumentVisibilityState): Promise<void> {
  return page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
}

async function openNotices(page: Page, collectionId: string): Promise<Locator> {
  await page.goto(`/colecta/${collectionId}`)
  await page.getByRole('tab', { name: 'Detalles' }).click()
  return page.getByRole('region', { name: 'Avisos' })
}
