/* The screens at the rate limit of an address (A5), and when the disk of the server is full. */
import type { Page } from '@playwright/test'
import { MINUTE } from '../../shared/time.ts'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { chooseReceipt, confirmWithoutReceipt, reachReceiptStep, report } from './steps.ts'

// Shared servers have no limits.
test.use({ ownServer: {} })

const TOO_MANY = 'Demasiados intentos. Espera unos minutos antes de intentar nuevamente.'
const REPORTS_AND_UPLOADS = 300
const SIGN_INS = 10

test('a rate-limited report is stored, and sent later by itself', {
  tag: '@sweep',
}, async ({ lucia, guest, gift, server }) => {
  test.slow(true, 'a server of its own, and a limit that passes')
  await guest.clock.install()
  await reachReceiptStep(guest, gift)
  await many(REPORTS_AND_UPLOADS, () => report(guest, gift))
  const asked = countRequests(guest, '/contributions')

  await confirmWithoutReceipt(guest)
  const kept = guest.getByRole('dialog', { name: 'Guardado en este dispositivo' })
  await expect(kept.getByText(TOO_MANY)).toBeVisible()
  await expect(kept.getByText('Tu aporte sale solo en unos minutos.')).toBeVisible()
  await kept.getByRole('button', { name: 'Reintentar ahora' }).click()
  await expect.poll(asked).toBe(2)
  await kept.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await expect(guest.getByText('Tu aporte espera su turno.')).toBeVisible()

  // After a reload, the page tries once and gets the same refusal.
  await guest.reload()
  await expect.poll(asked).toBe(3)
  await expect(guest.getByText('Tu aporte espera su turno.')).toBeVisible()

  // Without a tap, it tries again at the time that the server named, and not before.
  await guest.clock.fastForward(10 * MINUTE)
  await expect(guest.getByText('Tu aporte espera su turno.')).toBeVisible()
  expect(asked()).toBe(3)
  await server.restart({ RATE_LIMITS: 'off' })
  await guest.clock.fastForward(5 * MINUTE)
  await expect(guest.getByText('Recibido.')).toBeVisible()
  expect(asked()).toBe(4)

  await lucia.goto(`/colecta/${gift}`)
  await expect(
    lucia
      .getByText(`${REPORTS_AND_UPLOADS + 1} aportes`)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})

test('a rate-limited receipt is uploaded later, and the contribution counts meanwhile', {
  tag: '@sweep',
}, async ({ guest, gift, server }) => {
  test.slow(true, 'a server of its own, and a limit that passes')
  await guest.clock.install()
  await reachReceiptStep(guest, gift)
  await many(REPORTS_AND_UPLOADS, () =>
    guest.request.post(`${server.origin}/api/uploads`, { headers: { Origin: server.origin } }),
  )
  const asked = countRequests(guest, '/api/uploads')
  await chooseReceipt(guest, { name: 'r.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Tu aporte ha sido registrado correctamente.')).toBeVisible()
  await expect(guest.getByText('Esperando su turno')).toBeVisible()

  await guest.clock.fastForward(10 * MINUTE)
  await expect(guest.getByText('Esperando su turno')).toBeVisible()
  expect(asked()).toBe(1)
  await server.restart({ RATE_LIMITS: 'off' })
  await guest.clock.fastForward(5 * MINUTE)
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
})

test('a receipt waits for space on the server, and the contribution counts meanwhile', {
  tag: '@sweep',
}, async ({ guest, gift, server }) => {
  test.slow(true, 'a server of its own, and two restarts')
  await server.restart({ DISK_RESERVE_MB: '1000000' })
  await guest.clock.install()
  await reachReceiptStep(guest, gift)
  const asked = countRequests(guest, '/api/uploads')
  await chooseReceipt(guest, { name: 'r.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  const thanks = guest.getByRole('dialog', { name: '¡Gracias!' })
  await expect(thanks.getByText('Esperando lugar')).toBeVisible()
  await expect(thanks).toContainText('Tu aporte ya cuenta. El comprobante está guardado')
  expect(asked()).toBe(1)
  await thanks.getByRole('button', { name: 'Cerrar' }).click()
  await expect(guest.getByText('El comprobante espera lugar.')).toBeVisible()

  await server.restart({ DISK_RESERVE_MB: '0' })
  await guest.clock.fastForward(10 * MINUTE)
  await expect(guest.getByText(/registrado, con su comprobante/)).toBeVisible()
})

test('a rate-limited sign-in shows the reason, and keeps what was typed', async ({
  lucia,
  guest,
  server,
}) => {
  await lucia.close()
  await many(SIGN_INS, () =>
    guest.request.post(`${server.origin}/api/login`, {
      headers: { Origin: server.origin },
      data: { email: LUCIA.email, password: 'otra cosa' },
    }),
  )
  await guest.goto('/login')
  await guest.getByLabel('Email').fill(LUCIA.email)
  await guest.getByLabel('Contraseña', { exact: true }).fill(LUCIA.password)
  await guest.getByRole('button', { name: 'Iniciar sesión' }).last().click()
  await expect(guest.getByRole('alert')).toHaveText(TOO_MANY)
  await expect(guest.getByRole('alert')).toBeFocused()
  await expect(guest.getByLabel('Email')).toHaveValue(LUCIA.email)
})

/** Calls `ask` this many times, 20 at once. */
async function many(times: number, ask: () => Promise<unknown>): Promise<void> {
  for (let left = times; left > 0; left -= 20) {
    await Promise.all(Array.from({ length: Math.min(left, 20) }, ask))
  }
}

/** Counts the POST requests of this page to a path with this end, from now on. */
function countRequests(page: Page, end: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(end)) count += 1
  })
  return () => count
}
