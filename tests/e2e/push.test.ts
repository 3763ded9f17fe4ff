/*
 * Notices on a device: from a report to the notification that the browser shows. A browser under test has no push
 * service, so a stand-in receives the messages, checks and decrypts them, and the test hands their text to the browser.
 */
import type { Page, Worker } from '@playwright/test'
import { startPushService } from '../support/push-service.ts'
import { test as base, expect } from './fixtures.ts'
import { expectSync, GIFT, report, signOut } from './steps.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

const test = base.extend<object, { push: PushService }>({
  push: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const push = await startPushService()
      await use(push)
      await push.stop()
    },
    { scope: 'worker' },
  ],
  ownServer: async ({ push }, use) =>
    use({ env: { PUSH_ORIGINS: push.origin, RATE_LIMITS: 'off' } }),
})

test('a subscribed device shows a notification of a report on every page, until the sign-out', async ({
  lucia,
  guest,
  gift,
  push,
}) => {
  const device = push.subscribe()
  await subscribeTo(lucia, device.subscription)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  await lucia.getByRole('tab', { name: 'Detalles' }).click()
  await lucia.getByRole('button', { name: 'Avisarme en este dispositivo' }).click()
  await expect(lucia.getByText('Este dispositivo te avisa')).toBeVisible()
  await lucia.reload()
  await lucia.getByRole('tab', { name: 'Detalles' }).click()
  await expect(lucia.getByText('Este dispositivo te avisa')).toBeVisible()

  await lucia.goto('/profile/edit')
  await expect(lucia.getByRole('region', { name: 'Notificaciones' })).toHaveText(
    'NotificacionesEstán activadas en una o más de tus colectas. Las cambias en los detalles de cada una.',
  )
  const deliver = await pushTo(lucia)
  const [worker] = lucia.context().serviceWorkers()
  if (!worker) throw new Error('No service worker')
  await keepNotifications(worker)
  await lucia.goto('/faq')
  await report(guest, gift, { contributorName: 'Ana Paz', contributorEmail: 'ana@example.com' })
  const [message] = await device.waitFor(1)
  await deliver(message?.text ?? '')
  const shown = [{ title: GIFT.title, body: 'Ana Paz: $\u00a015.000' }]
  await expect.poll(() => notificationsOf(worker)).toEqual(shown)
  // The same again takes its place.
  await deliver(message?.text ?? '')
  await expect.poll(() => notificationsOf(worker)).toEqual(shown)
  expect(await openedByPress(worker)).toBe(`/colecta/${gift}/revisar`)

  await deliver(message?.text ?? '')
  await lucia.goto('/dashboard')
  await signOut(lucia)
  await expect.poll(() => notificationsOf(worker)).toEqual([])
  await report(guest, gift, { contributorName: 'Beto Paz', contributorEmail: 'beto@example.com' })
  expect(device.received).toHaveLength(1)
})

test('notices are reported as not turned on where no service worker can be installed', async ({
  lucia,
  gift,
  push,
}) => {
  await subscribeTo(lucia, push.subscribe().subscription)
  await lucia.context().route('**/index.html', (route) => route.abort()) // the worker loads it
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('tab', { name: 'Detalles' }).click()
  const turnOn = lucia.getByRole('button', { name: 'Avisarme en este dispositivo' })
  await turnOn.click()
  await expect(lucia.getByText('Este navegador no pudo activar los avisos.')).toBeVisible()
  await expect(turnOn).toBeEnabled()
})

/** The page's browser grants the permission when it is asked, and subscribes to this address. */
async function subscribeTo(page: Page, subscription: object) {
  await page.addInitScript((subscription) => {
    const own = {
      ...subscription,
      options: {},
      toJSON: () => {
        const { endpoint, ...keys } = subscription as { endpoint: string }
        return { endpoint, keys }
      },
      unsubscribe: async () => true,
    } as unknown as PushSubscription
    const isAsked = () => localStorage.getItem('asked') !== null
    const permission = () => (isAsked() ? 'granted' : 'default')
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = async () => {
      localStorage.setItem('asked', 'yes')
      return permission()
    }
    PushManager.prototype.subscribe = async () => own
    PushManager.prototype.getSubscription = async () => (isAsked() ? own : null)
  }, subscription)
}

/** Returns a function that hands a message to the page's service worker, as the browser does. */
async function pushTo(page: Page): Promise<(data: string) => Promise<unknown>> {
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return (data) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

/** The browser under test grants no permission, so its service worker collects the notifications instead. */
async function keepNotifications(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const { registration } = self as unknown as ServiceWorkerGlobalScope
    const shown = new Map<string, Notification>()
    registration.showNotification = async (title, { tag = '', ...rest } = {}) => {
      const close = () => shown.delete(tag)
      shown.set(tag, { title, tag, ...rest, close } as unknown as Notification)
    }
    registration.getNotifications = async () => [...shown.values()]
  })
}

function notificationsOf(worker: Worker): Promise<object[]> {
  return worker.evaluate(async () => {
    const { registration } = self as unknown as ServiceWorkerGlobalScope
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })
}

/** Presses the notification; returns the URL that the service worker opens. */
async function openedByPress(worker: Worker): Promise<string> {
  return worker.evaluate(async () => {
    const scope = self as unknown as ServiceWorkerGlobalScope
    const [notification] = await scope.registration.getNotifications()
    const opened = new Promise<string>((resolve) => {
      scope.clients.openWindow = async (url) => {
        resolve(String(url))
        return null
      }
    })
    const press = new Event('notificationclick')
    scope.dispatchEvent(Object.assign(press, { notification, waitUntil: () => {} }))
    return opened
  })
}
