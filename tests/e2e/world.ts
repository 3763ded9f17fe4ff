import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { parseMoney } from '../../shared/money.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { GIFT, LUCIA } from './steps.ts'

/** A server of its own, Lucía signed in on her device, her colecta open, and a guest elsewhere. */
interface World {
  server: ServerProcess
  mailbox: Mailbox
  lucia: Page
  guest: Page
  /** The id of Lucía's colecta. */
  gift: string
}

export const test = base.extend<World>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  mailbox: async ({}, use) => {
    const mailbox = await startMailbox()
    await use(mailbox)
    await mailbox.stop()
  },
  server: async ({ mailbox }, use) => {
    const server = await startServer({
      env: { SMTP_URL: mailbox.url, SUPPORT_EMAIL: 'ayuda@example.com' },
    })
    await use(server)
    await server.stop()
  },
  lucia: async ({ browser, contextOptions, server, mailbox }, use) => {
    const device = await browser.newContext({ ...contextOptions, baseURL: server.origin })
    await becomePerson(device, server.origin, mailbox, LUCIA)
    await use(await device.newPage())
    await device.close()
  },
  gift: async ({ lucia, server }, use) => {
    const id = newId()
    const { title, description, deadline, bankAccount, accountIdentifier } = GIFT
    const args = {
      id,
      title,
      description,
      deadline,
      bankAccount,
      accountIdentifier,
      suggestedAmount: parseMoney(GIFT.suggestedAmount),
      totalAmount: parseMoney(GIFT.totalAmount),
      cantidadPersonas: Number(GIFT.people),
    }
    const answer = await post(lucia.context(), server.origin, '/api/sync/mutations', {
      mutations: [{ id: newId(), name: 'create-collection', args }],
    })
    expect(answer).toMatchObject({ outcomes: [{ ok: true }] })
    await use(id)
  },
  guest: async ({ browser, contextOptions, server }, use) => {
    const device = await browser.newContext({ ...contextOptions, baseURL: server.origin })
    await use(await device.newPage())
    await device.close()
  },
})

export { expect }

/** Opens an account, confirms its e-mail and signs in on this device, without a page. */
export async function becomePerson(
  device: BrowserContext,
  origin: string,
  mailbox: Mailbox,
  person: typeof LUCIA,
): Promise<void> {
  await post(device, origin, '/api/register', person)
  const { links } = await mailbox.waitFor(person.email)
  const link = links.find((address) => address.includes('token=')) ?? ''
  await post(device, origin, '/api/email/confirm', {
    token: new URL(link).searchParams.get('token'),
  })
  await post(device, origin, '/api/login', person)
}

/** Asks as the page would; the answer's cookie stays on the device. */
async function post(
  device: BrowserContext,
  origin: string,
  path: string,
  data: unknown,
): Promise<unknown> {
  const response = await device.request.post(`${origin}${path}`, {
    data,
    headers: { Origin: origin },
  })
  expect(response.ok(), `${path} answered ${response.status()}`).toBe(true)
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}
