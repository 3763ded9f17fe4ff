/*
 * The fixtures of the browser tests. A worker has one server and one mailbox, which all its tests share. They rely on
 * these rules:
 *
 * - Each test has a Lucía of its own, signed in on a device of her own, and a guest on another device. `gift` is
 *   a colecta of hers. Other people register with an address from `addressOf`.
 * - A test sees the rows of its own people only, so it needs no empty database. It never counts what belongs to
 *   everybody, such as all accounts or all messages.
 * - The shared server runs without rate limits, since all devices have one address.
 * - A test that stops, restarts or configures its server, or reads its folder, asks for one of its own:
 *   `test.use({ ownServer: {} })`. It starts on a copy of the same data folder.
 */
import { Agent } from 'node:http'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type ServerOptions, type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { newId } from '../../shared/id.ts'
import { tokenIn } from '../../shared/links.ts'
import { parseMoney } from '../../shared/money.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import { type LUCIA, nextPerson, sessionOfLucia } from './people.ts'
import { GIFT, mutate } from './steps.ts'

/** `page.request` would keep idle connections, and might send a request on one that the server is closing. */
Agent.prototype.keepSocketAlive = () => false

/**
 * For tests whose devices never lose the network: `test.use(ONLINE)`. Blocks the service worker, which would fill its
 * caches for a third of the processor time of a test. The sweep, which runs them a second time, has it.
 */
export const ONLINE = { serviceWorkers: process.env.TIER === 'sweep' ? 'allow' : 'block' } as const

interface Fixtures {
  /** null: the server that the worker's tests share. Otherwise how to start one for this test. */
  ownServer: Pick<ServerOptions, 'env' | 'hostname' | 'program'> | null
  server: ServerProcess
  lucia: Page
  guest: Page
  /** The id of Lucía's colecta. */
  gift: string
  /** Makes `LUCIA` and `addressOf` return this test's people. */
  turn: undefined
}

interface WorkerFixtures {
  mailbox: Mailbox
  /** Started by the first test that needs it. */
  sharedServer: () => Promise<ServerProcess>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const mailbox = await startMailbox()
      await use(mailbox)
      await mailbox.stop()
    },
    { scope: 'worker' },
  ],
  sharedServer: [
    async ({ mailbox }, use) => {
      let server: Promise<ServerProcess> | undefined
      await use(() => {
        server ??= startServer({ env: { ...settingsOf(mailbox), RATE_LIMITS: 'off' } })
        return server
      })
      await (await server)?.stop()
    },
    { scope: 'worker' },
  ],
  turn: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      nextPerson()
      await use(undefined)
    },
    { auto: true },
  ],
  ownServer: [null, { option: true }],
  server: async ({ ownServer, sharedServer, mailbox }, use) => {
    if (!ownServer) return use(await sharedServer())
    const env = { ...settingsOf(mailbox), ...ownServer.env }
    const server = await startServer({ ...ownServer, env })
    await use(server)
    await server.stop()
  },
  lucia: async ({ browser, contextOptions, server }, use) => {
    const device = await browser.newContext({ ...contextOptions, baseURL: server.origin })
    await device.addCookies([{ name: 'session', value: sessionOfLucia(), url: server.origin }])
    await use(await device.newPage())
    await device.close()
  },
  gift: async ({ lucia }, use) => {
    const id = newId()
    const { title, description, deadline, bankAccount, accountIdentifier } = GIFT
    await mutate(lucia, 'create-collection', {
      id,
      title,
      description,
      deadline,
      bankAccount,
      accountIdentifier,
      suggestedAmount: parseMoney(GIFT.suggestedAmount),
      totalAmount: parseMoney(GIFT.totalAmount),
      cantidadPersonas: Number(GIFT.people),
    })
    await use(id)
  },
  guest: async ({ browser, contextOptions, server }, use) => {
    const device = await browser.newContext({ ...contextOptions, baseURL: server.origin })
    await use(await device.newPage())
    await device.close()
  },
})

export { expect }

function settingsOf(mailbox: Mailbox) {
  return { SMTP_URL: mailbox.url, SUPPORT_EMAIL: 'ayuda@example.com' }
}

/** Opens an account, confirms its e-mail and signs in on this device, without a page. */
export async function becomePerson(
  device: BrowserContext,
  origin: string,
  mailbox: Mailbox,
  person: typeof LUCIA,
): Promise<void> {
  const post = async (path: string, data: unknown) => {
    const response = await device.request.post(`${origin}${path}`, {
      data,
      headers: { Origin: origin },
    })
    expect(response.ok(), `${path} answered ${response.status()}`).toBe(true)
  }
  await post('/api/register', person)
  const { links } = await mailbox.waitFor(person.email)
  const link = links.find((address) => address.includes('token=')) ?? ''
  await post('/api/email/confirm', { token: tokenIn(new URL(link)) })
  await post('/api/login', person)
}
