/* Signing in with Google (A4), for which a local OpenID provider stands in. */
import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { type Google, LUCIA_AT_GOOGLE, startGoogle } from '../support/google.ts'
import { expect, test as world } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { expectSync, expectText, goesAfterTwoSeconds, report, signOut, stopTime } from './steps.ts'

const test = world.extend<{ google: Google }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  google: async ({}, use) => {
    const google = await startGoogle()
    await use(google)
    await google.stop()
  },
  ownServer: async ({ google }, use) => use({ env: google.env }),
})

const GUARDED = '/profile/edit'

test('a person registers with Google, signs out, and returns to the page that needs a sign-in', async ({
  guest,
}) => {
  test.slow(true, 'a server, a provider and five screens')
  const codes = countCodes(guest)
  await guest.goto('/register')
  await stopTime(guest)
  await withGoogle(guest).click()
  await expectText(guest, '¡Autenticación exitosa! Redirigiendo al dashboard...')
  await goesAfterTwoSeconds(guest, '/auth/callback', '/dashboard')
  await guest.clock.resume()
  await expect(guest.getByRole('heading', { name: 'Hola, Lucía', exact: true })).toBeVisible()
  expect(codes.count).toBe(1)

  await signOut(guest)
  await guest.goto(GUARDED)
  await expect(guest).toHaveURL(/\/login\?returnTo=/)
  await stopTime(guest)
  await withGoogle(guest).click()
  await expectText(guest, '¡Autenticación exitosa! Redirigiendo...')
  await expect(guest.getByRole('link', { name: 'Continuar ahora' })).toHaveAttribute(
    'href',
    GUARDED,
  )
  await goesAfterTwoSeconds(guest, '/auth/callback', GUARDED)
  await guest.clock.resume()
  await expect(guest.getByLabel('Apellido')).toHaveValue('Fernández')

  await signOut(guest)
  await guest.goto('/dashboard')
  await expect(guest).toHaveURL('/login?returnTo=%2Fdashboard')
  await stopTime(guest)
  await withGoogle(guest).click()
  await expectText(guest, '¡Autenticación exitosa! Redirigiendo al dashboard...')
  await goesAfterTwoSeconds(guest, '/auth/callback', '/dashboard')
  await guest.clock.resume()

  // Neither going back nor opening the address again tries the code a second time.
  await guest.goBack()
  expect(new URL(guest.url()).pathname).not.toBe('/auth/callback')
  expect(codes.count).toBe(3)
})

test('a cancelled sign-in at Google is explained, and the next one returns to the same page', {
  tag: '@sweep',
}, async ({ guest, google }) => {
  google.cancels = true
  await guest.goto(GUARDED)
  await withGoogle(guest).click()
  await expect(guest.getByText('Cancelaste el ingreso con Google.')).toBeVisible()
  const back = guest.getByRole('link', { name: 'Volver al login' })
  const login = `/login?returnTo=${encodeURIComponent(GUARDED)}`
  // A link to the guarded page itself would end there, too.
  await expect(back).toHaveAttribute('href', login)
  await back.click()
  await expect(guest).toHaveURL(login)
  await guest.goto('/auth/callback?error=server_error')
  await expect(back).toHaveAttribute('href', login)
})

test('a failure is explained, and leads back to the login', { tag: '@sweep' }, async ({
  guest,
  google,
}) => {
  test.slow(true, 'a server, a provider and four ways to fail')
  const expectFailure = async (message: string) => {
    for (const width of [360, 1280]) {
      await guest.setViewportSize({ width, height: 780 })
      await expect(guest.getByRole('alert')).toHaveText(message, { useInnerText: true })
    }
    await expect(guest).toHaveURL(/\/auth\/callback$/)
    await guest.getByRole('link', { name: 'Volver al login' }).click()
    await expect(guest).toHaveURL(/\/login$/)
  }
  await stopTime(guest)
  await guest.goto('/auth/callback')
  await expectText(guest, 'No se detectó una autenticación válida. Redirigiendo al login...')
  await expect(guest.getByRole('link', { name: 'Volver al login' })).toHaveAttribute(
    'href',
    '/login',
  )
  await guest.clock.resume()
  await expect(guest).toHaveURL(/\/login$/)

  for (const query of ['code=ajeno&state=ajeno', 'error=server_error']) {
    await guest.goto(`/auth/callback?${query}`)
    await expectFailure('Error al procesar la autenticación. Intenta nuevamente.')
  }

  await guest.route('**/api/login/oauth', async (route) => {
    for (const width of [360, 1280]) {
      await guest.setViewportSize({ width, height: 780 })
      await expectText(guest, 'Procesando autenticación con Google...')
    }
    await route.fulfill({ status: 500, json: BROKEN })
  })
  await withGoogle(guest).click()
  await expectFailure('Error inesperado. Intenta nuevamente.')
  await guest.unroute('**/api/login/oauth')
  const nobody = { access_token: null, refresh_token: null, user: null, returnTo: null }
  await guest.route('**/api/login/oauth', (route) => route.fulfill({ json: nobody }))
  await withGoogle(guest).click()
  await expectFailure('No se pudo obtener la sesión. Intenta nuevamente.')
  await guest.unroute('**/api/login/oauth')

  google.onAnswer = (answer) => {
    answer.body = { access_token: 'solo' }
  }
  await withGoogle(guest).click()
  await expectFailure('Tokens de autenticación no encontrados. Intenta nuevamente.')
})

test('an unavailable Google leaves the person on the same page', { tag: '@sweep' }, async ({
  guest,
  google,
}) => {
  test.slow(true, 'a server and a provider that is away')
  google.trouble = {
    '/.well-known/openid-configuration': (response) => response.writeHead(500).end(),
  }
  await guest.goto(`/login?returnTo=${encodeURIComponent(GUARDED)}`)
  await withGoogle(guest).click()
  await expect(guest.getByRole('alert')).toHaveText('Error al iniciar sesión con Google')
  await expect(guest).toHaveURL(/\/login\?returnTo=.*&error=google$/)
  await guest.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expectText(guest.getByRole('alert'), 'Ingresa tu email.')
  await expect(guest.getByText('Error al iniciar sesión con Google')).toHaveCount(0)
  await guest.evaluate(() =>
    localStorage.setItem('draft:register-collection', '{"id":"x","title":"Rifa","ready":"yes"}'),
  )
  for (const [page, note, query] of [
    [
      '/register',
      '«Rifa» queda guardada, y se crea apenas confirmes tu cuenta.',
      'returnTo=%2Fcolecta%2Fnew&from=register',
    ],
    [
      '/login?returnTo=%2Fcolecta%2Fnew',
      '«Rifa» queda guardada, y se crea apenas entres.',
      'returnTo=%2Fcolecta%2Fnew',
    ],
  ] as const) {
    await guest.goto(page)
    await expectText(guest, note)
    await expect(withGoogle(guest)).toBeVisible()
    await expect(withGoogle(guest)).toHaveAttribute('href', `/api/login/google?${query}`)
  }
  await guest.evaluate(() => localStorage.removeItem('draft:register-collection'))
  await guest.goto('/register')
  await withGoogle(guest).click()
  await expect(guest.getByRole('alert')).toHaveText(
    'Error al registrarse con Google. Intenta nuevamente.',
  )

  google.trouble = {}
  await guest.goto('/register?error=too-many-requests')
  await expect(guest.getByRole('alert')).toHaveText(/^Demasiados intentos\./)
  await guest.context().setOffline(true)
  await withGoogle(guest).click()
  await expect(guest.getByText('No hay conexión. Revisa tu conexión')).toBeVisible()
  await guest.context().setOffline(false)
  await withGoogle(guest).click()
  await expect(guest.getByRole('heading', { name: 'Hola, Lucía', exact: true })).toBeVisible()
})

test('[S10] unsent changes stay with their person when another signs in with Google', {
  tag: '@sweep',
}, async ({ lucia, guest, gift, google, server }) => {
  test.slow(true, 'two people, each with a replica of their own')
  await report(guest, gift)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  await lucia.context().setOffline(true)
  await lucia
    .getByRole('button', { name: /Acreditar/ })
    .filter({ visible: true })
    .click()
  await expectSync(lucia, /1 cambio por enviar/)
  await lucia.context().clearCookies()
  await lucia.context().setOffline(false)
  await expect(lucia).toHaveURL(/\/login\?/)

  google.person = { ...google.person, sub: 'otra', email: 'ana@example.com', given_name: 'Ana' }
  await lucia.goto('/login')
  await withGoogle(lucia).click()
  await expect(lucia.getByRole('heading', { name: 'Hola, Ana', exact: true })).toBeVisible()
  await expect(lucia.getByText('Abre tu primera colecta')).toBeVisible()
  await expectSync(lucia, 'Al día')
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText('Revisa el enlace')).toBeVisible()

  google.person = { ...google.person, sub: 'lucia', email: LUCIA.email }
  await signOut(lucia)
  await lucia.goto('/login')
  await withGoogle(lucia).click()
  await expect(lucia.getByRole('heading', { name: 'Hola, Lucía', exact: true })).toBeVisible()
  await expectSync(lucia, 'Al día')
  const args = encodeURIComponent(JSON.stringify({ id: gift }))
  const answer = await lucia.request.get(`${server.origin}/api/query/collection?args=${args}`)
  expect(await answer.json()).toMatchObject({ verifiedCount: 1 })
})

test('a person without a surname at Google reports under the first name alone', {
  tag: '@sweep',
}, async ({ guest, gift, google }) => {
  const { family_name: _, ...person } = LUCIA_AT_GOOGLE
  google.person = { ...person, sub: 'ana', email: 'ana@example.com', given_name: 'Ana' }
  await guest.goto('/login')
  await withGoogle(guest).click()
  await expect(guest.getByRole('heading', { name: 'Hola, Ana', exact: true })).toBeVisible()
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByLabel('Nombre', { exact: true })).toHaveValue('Ana')
})

world(
  'without credentials the pages do not mention Google',
  { tag: '@sweep' },
  async ({ guest }) => {
    for (const page of ['/login', '/register']) {
      await guest.goto(page)
      await expect(guest.getByRole('main').getByRole('button').last()).toBeEnabled()
      await expect(guest.getByText('Continuar con Google')).toHaveCount(0)
      await expect(guest.getByText('o', { exact: true })).toHaveCount(0)
      expect(await violationsOf(guest)).toEqual([])
    }
  },
)

const BROKEN = { error: 'Ocurrió un error inesperado. Intenta nuevamente.', code: 'internal' }

function withGoogle(page: Page) {
  return page.getByRole('link', { name: 'Continuar con Google' })
}

/** Counts the requests of this page that sign in with a code. */
function countCodes(page: Page): { count: number } {
  const seen = { count: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login/oauth')) seen.count += 1
  })
  return seen
}
