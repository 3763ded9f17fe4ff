/* Every message on a screen, letter for letter, each in its situation (specification, section 8). */
import type { BrowserContext, Page } from '@playwright/test'
import { metadataOf, upload } from '../../scripts/receipt-upload.ts'
import { newId } from '../../shared/id.ts'
import { tokenIn } from '../../shared/links.ts'
import { png } from '../support/pictures.ts'
import { announce } from '../support/receipts.ts'
import type { Front } from '../support/visitor.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import {
  ask,
  chooseReceipt,
  expectSync,
  expectText,
  fillCollection,
  fillReport,
  GIFT,
  mutate,
} from './steps.ts'

// Requests of a page are answered here, not from the service worker's cache.
test.use({ serviceWorkers: 'block' })

/** The server's response to an internal error. */
const BROKEN = {
  status: 500,
  json: { error: 'Ocurrió un error inesperado. Intenta nuevamente.', code: 'internal' },
}

test('an account: signing in', async ({ lucia, guest }) => {
  await lucia.close()
  const alert = guest.getByRole('alert')
  await guest.goto('/colecta/new')
  await guest.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(guest).toHaveURL(/\/login\?returnTo=%2Fcolecta%2Fnew$/)
  await expectText(guest, 'Debes iniciar sesión para crear una colecta')

  const expired = 'El enlace de confirmación ha expirado. Solicita un nuevo enlace de confirmación.'
  await guest.goto(`/confirmar#token=${'x'.repeat(201)}`) // longer than any code
  await guest.getByRole('button', { name: 'Confirmar mi email' }).click()
  await expectText(guest, expired)
  await guest.goto('/confirmar')
  await expectText(guest, expired)
  const resent = guest.getByText('¡Email reenviado exitosamente! Revisa tu bandeja de entrada.')
  await guest.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(guest, 'Por favor ingresa tu email primero.')
  await expect(resent).toHaveCount(0)
  await guest.getByLabel('Email de tu cuenta').fill(LUCIA.email)
  await guest.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(guest, '¡Email reenviado exitosamente! Revisa tu bandeja de entrada.')
  await broken(guest, '**/api/email/resend', async () => {
    await guest.getByRole('button', { name: 'Reenviar email' }).click()
    await expectText(guest, 'Error al reenviar el email. Intenta nuevamente.')
    await expect(resent).toHaveCount(0)
  })
  await guest.goto('/login?error=email_expired')
  await expectText(alert, expired)
  await guest.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(guest, 'Por favor ingresa tu email primero.')
  await guest.getByLabel('Email').fill(LUCIA.email)
  await guest.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(guest, '¡Email reenviado exitosamente! Revisa tu bandeja de entrada.')

  await signIn(guest, '', '')
  await expectText(alert, 'Ingresa tu email.')
  await expectText(alert, 'Ingresa tu contraseña.')
  await signIn(guest, LUCIA.email, 'otra cosa')
  await expect(alert).toHaveText(
    'Email o contraseña incorrectos. Verifica tus datos e intenta nuevamente.',
  )
  await signIn(guest, addressOf('lucia.fernandes'))
  await expectText(alert, 'No existe una cuenta con este email. Regístrate para crear una cuenta.')
  await expect(alert.getByRole('link', { name: 'Crear cuenta' })).toHaveAttribute(
    'href',
    '/register',
  )
  // A failed look-up changes nothing: the server's message stays.
  await guest.route('**/api/users/exists?**', (route) => route.abort())
  await signIn(guest, addressOf('lucia.fernandes'))
  await expect(alert).toHaveText(
    'Email o contraseña incorrectos. Verifica tus datos e intenta nuevamente.',
  )
  await guest.unroute('**/api/users/exists?**')
  await broken(guest, '**/api/login', async () => {
    await signIn(guest, LUCIA.email)
    await expect(alert).toHaveText('Error al iniciar sesión')
  })
  await guest.route('**/api/login', (route) => route.abort())
  await signIn(guest, LUCIA.email)
  await expect(alert).toHaveText(
    'No hay conexión con el servidor. Revisa tu conexión e intenta nuevamente.',
  )
  await guest.unroute('**/api/login')
  await signIn(guest, LUCIA.email)
  await expect(guest).toHaveURL(/\/dashboard$/)
  await expect(
    guest.getByRole('heading', { name: `Hola, ${LUCIA.firstName}`, exact: true }),
  ).toBeVisible()

  await guest.context().clearCookies()
  await guest.goto('/payments?de=email')
  await expect(guest).toHaveURL(/\/login\?returnTo=%2Fpayments%3Fde%3Demail$/)
  await expect(guest.getByText('Debes iniciar sesión')).toHaveCount(0)
  await signIn(guest, LUCIA.email)
  await expect(guest).toHaveURL(/\/payments\?de=email$/)
  // A person who is signed in is led on from there.
  for (const [from, to] of [
    ['/login?returnTo=%2Fprofile%2Fedit', /\/profile\/edit$/],
    ['/login', /\/dashboard$/],
    ['/register', /\/dashboard$/],
  ] as const) {
    await guest.goto(from)
    await expect(guest).toHaveURL(to)
  }
})

test('an account: signing up, and confirming the address', async ({ lucia, guest, mailbox }) => {
  await lucia.close()
  const alert = guest.getByRole('alert')
  await guest.goto('/register')
  await guest.getByRole('button', { name: 'Crear cuenta' }).click()
  for (const [label, problem] of [
    ['Nombre', 'Ingresa tu nombre.'],
    ['Apellido', 'Ingresa tu apellido.'],
    ['Email', 'Ingresa tu email.'],
    ['Contraseña', 'La contraseña debe tener al menos 6 caracteres.'],
  ] as const) {
    await expectText(alert, problem)
    await expect(guest.getByLabel(label, { exact: true })).toHaveAccessibleDescription(problem)
  }
  const person = { ...LUCIA, email: 'ana.sosa@example', password: 'corta' }
  const register = async (changes: Partial<typeof LUCIA> = {}) => {
    Object.assign(person, changes)
    await guest.getByLabel('Nombre', { exact: true }).fill(person.firstName)
    await guest.getByLabel('Apellido').fill(person.lastName)
    await guest.getByLabel('Email').fill(person.email)
    await guest.getByLabel('Contraseña', { exact: true }).fill(person.password)
    await guest.getByLabel('Confirmar contraseña').fill(person.password)
    await guest.getByRole('button', { name: 'Crear cuenta' }).click()
  }
  await register()
  await expectText(alert, 'La contraseña debe tener al menos 6 caracteres.')
  await expectText(alert, 'El formato del email no es válido.')
  await guest.getByLabel('Confirmar contraseña').fill('otra')
  await guest.getByRole('button', { name: 'Crear cuenta' }).click()
  await expectText(alert, 'Las contraseñas no coinciden')
  await guest.getByLabel('Confirmar contraseña').fill('')
  await guest.getByRole('button', { name: 'Crear cuenta' }).click()
  await expectText(alert, 'Las contraseñas no coinciden')
  await register({ email: LUCIA.email, password: 'una frase cualquiera' })
  await expect(
    guest
      .getByText('Ya existe una cuenta con este email. Inicia sesión o usa otro email.', {
        exact: true,
      })
      .first(),
  ).toBeVisible()
  await broken(guest, '**/api/register', async () => {
    await register({ email: addressOf('ana.sosa') })
    await expect(alert).toHaveText('Error al crear la cuenta')
    // With a colecta that waits for the account, too.
    await guest.evaluate(() =>
      localStorage.setItem('draft:register-collection', '{"id":"x","title":"Rifa","ready":"yes"}'),
    )
    await guest.reload()
    await register()
    await expect(alert).toHaveText('Error al crear la cuenta')
    await guest.evaluate(() => localStorage.removeItem('draft:register-collection'))
    await guest.reload()
  })
  await register()
  const created = guest.getByRole('dialog', { name: '¡Cuenta creada!' })
  await expect(created).toContainText(
    `Te enviamos un email de confirmación a ${person.email}. Ábrelo y confirma tu cuenta para iniciar sesión.`,
  )
  const expectMail = async () => {
    const { subject, text } = await mailbox.waitFor(person.email)
    expect(subject).toBe('Confirma tu email en Entre Todos')
    expect(text).toContain(`Hola, ${person.firstName}:`)
  }
  await expectMail()
  await broken(guest, '**/api/email/resend', async () => {
    await created.getByRole('button', { name: 'Reenviar email' }).click()
    await expectText(created, 'Error al reenviar el email. Intenta nuevamente.')
  })
  const error = 'Demasiados intentos. Espera unos minutos antes de intentar nuevamente.'
  const refusal = { status: 429, json: { error, code: 'too-many-requests' } }
  await guest.route('**/api/email/resend', (route) => route.fulfill(refusal))
  await created.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(created, error)
  await guest.unroute('**/api/email/resend')
  await guest.route('**/api/email/resend', (route) => route.abort())
  await created.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(created, 'Error al reenviar el email. Intenta nuevamente.')
  await guest.unroute('**/api/email/resend')
  await created.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(created, '¡Email reenviado exitosamente! Revisa tu bandeja de entrada.')
  await expect(created.getByText('Error al reenviar el email. Intenta nuevamente.')).toHaveCount(0)
  await expectMail()
  await created.getByRole('button', { name: 'Entendido' }).click()
  await expect(guest).toHaveURL(/\/login$/)
  // The address changes first. Until the page is here, the fields are those of the page before.
  await expect(guest.getByRole('heading', { name: 'Iniciar sesión', exact: true })).toBeVisible()
  await signIn(guest, person.email, person.password)
  await expectText(
    alert,
    'Tu email no ha sido confirmado. Revisa tu bandeja de entrada y haz clic en el enlace de confirmación.',
  )
  await guest.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(guest, '¡Email reenviado exitosamente! Revisa tu bandeja de entrada.')
  await expectMail()

  // On a page that does not come from the registration, the typed address counts.
  await guest.goto('/')
  await guest.goto('/login')
  await signIn(guest, person.email, person.password)
  await guest.getByRole('button', { name: 'Reenviar email' }).click()
  await expectText(guest, '¡Email reenviado exitosamente! Revisa tu bandeja de entrada.')
  await expectMail()
})

test('a forgotten password: requesting the link, and every kind of invalid link', async ({
  lucia,
  guest,
  mailbox,
}) => {
  await lucia.close()
  const alert = guest.getByRole('alert')
  const ask = async () => {
    await guest.goto('/forgot-password')
    await guest.getByLabel('Email').fill(LUCIA.email)
    await guest.getByRole('button', { name: 'Enviar enlace' }).click()
  }
  await broken(guest, '**/api/password/forgot', async () => {
    await ask()
    await expect(alert).toHaveText('Error al enviar el email. Intenta nuevamente.')
  })
  const refusal = { status: 429, json: { error: 'Vuelve mañana.', code: 'too-many-requests' } }
  await guest.route('**/api/password/forgot', (route) => route.fulfill(refusal))
  await ask()
  await expect(alert).toHaveText('Vuelve mañana.')
  await guest.unroute('**/api/password/forgot')
  await ask()
  await expect(guest.getByRole('main')).toContainText(
    `¡Email enviado! Revisa tu bandeja de entrada para restablecer tu contraseña.Si ${LUCIA.email} tiene`,
  )
  await broken(guest, '**/api/password/forgot', async () => {
    await guest.getByRole('button', { name: 'Enviar otra vez' }).click()
    await expect(alert).toHaveText('Error al enviar el email. Intenta nuevamente.')
    await expect(guest.getByText(/¡Email enviado!/)).toHaveCount(0)
  })
  const [link = ''] = (await mailbox.waitFor(LUCIA.email)).links

  await guest.goto('/reset-password')
  await expectText(guest, 'No se encontró una sesión válida')
  const expectWaysOn = async () => {
    await expect(guest.getByRole('link', { name: /@/ })).toHaveAttribute(
      'href',
      'mailto:ayuda@example.com',
    )
    for (const [name, path] of [
      ['Solicitar un nuevo enlace', '/forgot-password'],
      ['Volver al login', '/login'],
    ] as const) {
      await expect(guest.getByRole('link', { name })).toHaveAttribute('href', path)
    }
  }
  await expectWaysOn()
  await guest.route('**/api/password/link', (route) => route.fulfill(refusal))
  await guest.goto(link)
  await expectText(alert, 'Error al verificar la sesión')
  await guest.unroute('**/api/password/link')
  await broken(guest, '**/api/password/link', async () => {
    await guest.getByRole('button', { name: 'Reintentar' }).click()
    await expectText(alert, 'Error inesperado al verificar la sesión')
  })
  await guest.route('**/api/password/link', async (route) => {
    await expect(guest.getByText('Verificando el enlace…', { exact: true }).first()).toBeVisible()
    await route.abort()
  })
  await guest.getByRole('button', { name: 'Reintentar' }).click()
  await expectText(alert, 'Error al verificar la sesión')
  await guest.unroute('**/api/password/link')
  await guest.getByRole('button', { name: 'Reintentar' }).click()
  await expect(
    guest.getByRole('heading', { name: 'Elige una nueva contraseña', exact: true }),
  ).toBeVisible()

  const choose = async (password: string) => {
    await guest.getByLabel('Nueva contraseña', { exact: true }).fill(password)
    await guest.getByLabel('Confirmar contraseña', { exact: true }).fill(password)
    await guest.getByRole('button', { name: 'Cambiar contraseña' }).click()
  }
  await expectText(guest, `Para la cuenta de ${LUCIA.email}.`)
  await choose('corta')
  await expectText(alert, 'La contraseña debe tener al menos 6 caracteres.')
  await expect(guest.getByLabel('Nueva contraseña', { exact: true })).toHaveAccessibleDescription(
    'La contraseña debe tener al menos 6 caracteres.',
  )
  await choose(LUCIA.password)
  await expectText(alert, 'La nueva contraseña debe ser distinta de la anterior.')
  await choose('Boca1905')
  await expectText(alert, 'Esa contraseña es de las más usadas y se adivina enseguida. Elige otra.')
  await broken(guest, '**/api/password/reset', async () => {
    await choose('una frase cualquiera')
    await expect(alert).toHaveText(`Error al cambiar la contraseña: ${BROKEN.json.error}`)
  })
  await guest.route('**/api/password/reset', (route) => route.fulfill(refusal))
  await choose('una frase cualquiera')
  await expect(alert).toHaveText('Error al cambiar la contraseña: Vuelve mañana.')
  await guest.unroute('**/api/password/reset')
  await guest.route('**/api/password/reset', (route) => route.abort())
  await choose('una frase cualquiera')
  await expect(alert).toHaveText(
    'Error al cambiar la contraseña: No hay conexión con el servidor. Revisa tu conexión e intenta nuevamente.',
  )
  await guest.unroute('**/api/password/reset')
  // Another link was asked for and used on another device meanwhile: this one is no good any more (A3).
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  await guest.request.post('/api/password/forgot', { data: { email: LUCIA.email }, headers })
  const [newer = ''] = (await mailbox.waitFor(LUCIA.email)).links.filter(
    (address) => tokenIn(new URL(address)) !== '',
  )
  const data = { token: tokenIn(new URL(newer)), password: 'otra frase cualquiera' }
  expect((await guest.request.post('/api/password/reset', { data, headers })).status()).toBe(200)
  await choose('una frase cualquiera')
  await expectText(guest, 'La sesión ha expirado. Solicita un nuevo enlace')
  for (const address of [link, `/reset-password#token=${'x'.repeat(201)}`]) {
    await guest.goto('about:blank')
    await guest.goto(address)
    await expectText(guest, 'Enlace inválido o expirado. Solicita un nuevo enlace de recuperación.')
    await expectWaysOn()
  }
})

test('colectas and contributions that fail to load', async ({ lucia, gift }) => {
  test.slow(true, 'every list, failed and asked for again')
  await withoutReplica(lucia.context())
  const alert = lucia.getByRole('alert')
  await broken(lucia, '**/api/query/**', async () => {
    await lucia.goto('/dashboard')
    for (const message of ['Error al cargar las colectas', 'Error al cargar los pagos']) {
      await expect(alert.getByRole('heading', { name: message, exact: true })).toBeVisible()
    }
    await expect(alert.getByRole('button', { name: 'Reintentar' })).toHaveCount(2)
    await expect(lucia.getByText('—', { exact: true })).toHaveCount(2)
    for (const [path = '', message = ''] of [
      ['/dashboard', 'Error al cargar las colectas'],
      [`/colecta/${gift}`, 'Error al cargar la colecta'],
      [`/colecta/${gift}/edit`, 'No fue posible cargar los datos de la colecta.'],
      [`/colecta/${gift}/aportar`, 'No fue posible cargar los detalles de la colecta.'],
      ['/payments', 'Error al cargar los pagos'],
      ['/profile/edit', 'Error al cargar los datos del usuario'],
    ]) {
      await lucia.goto(path)
      const failed = alert.filter({
        has: lucia.getByRole('heading', { name: message, exact: true }),
      })
      await expect(failed.getByRole('button', { name: 'Reintentar' }), path).toBeVisible()
    }
  })
  await alert.getByRole('button', { name: 'Reintentar' }).first().click()
  await expect(lucia.getByLabel('Apellido')).toHaveValue(LUCIA.lastName)

  const nobodys = newId()
  for (const [path = '', message = ''] of [
    [`/colecta/${nobodys}`, 'No se encontró la colecta'],
    [`/colecta/${nobodys}/edit`, 'La colecta no existe o ha sido eliminada.'],
    ['/colecta/mal', 'No se encontró la colecta'],
    [`/colecta/${nobodys}/aportar`, 'No se encontró la colecta'],
    ['/contribuir/mal', 'No se pudo encontrar la colecta solicitada.'],
    [`/colecta/${nobodys}/contribute`, 'No se pudo encontrar la colecta solicitada.'],
    ['/colecta/mal/edit', 'No se proporcionó un ID de colecta válido.'],
    // It has the length of an id.
    [`/colecta/${nobodys.slice(0, -1)}x/edit`, 'No se proporcionó un ID de colecta válido.'],
    ['/colecta/mal/aportar', 'No se proporcionó un ID de colecta válido.'],
    [`/contribuir/${nobodys}`, 'No se pudo encontrar la colecta solicitada.'],
  ]) {
    await lucia.goto(path)
    await expect(lucia.getByRole('heading', { name: message, exact: true }), path).toBeVisible()
  }
  await broken(lucia, `**/api/collections/${nobodys}`, async () => {
    for (const [path = '', message = ''] of [
      [`/colecta/${nobodys}`, 'Error al cargar la colecta'],
      [`/colecta/${nobodys}/edit`, 'No fue posible cargar los datos de la colecta.'],
      [`/colecta/${nobodys}/aportar`, 'No fue posible cargar los detalles de la colecta.'],
      [`/contribuir/${nobodys}`, 'No fue posible cargar los datos de la colecta.'],
    ]) {
      await lucia.goto(path)
      await expect(alert.getByRole('heading', { name: message, exact: true }), path).toBeVisible()
    }
  })
  const unreached = `**/api/collections/${nobodys}`
  await lucia.route(unreached, (route) => route.abort())
  await lucia.goto(`/colecta/${nobodys}`)
  await expect(alert.getByRole('heading', { name: 'Error al cargar la colecta' })).toBeVisible()
  await lucia.unroute(unreached)
  for (const error of [
    'La información de la colecta está incompleta.',
    'La colecta no tiene configurada una cuenta bancaria',
  ]) {
    const incomplete = { status: 503, json: { error, code: 'unavailable' } }
    await lucia.route(unreached, (route) => route.fulfill(incomplete))
    await lucia.goto(`/contribuir/${nobodys}`)
    await expectText(alert, error)
    await lucia.unroute(unreached)
  }
  let sawLoading = false
  await lucia.route('**/api/query/collection?**', async (route) => {
    sawLoading ||= await lucia.getByText('Cargando...', { exact: true }).first().isVisible()
    const response = await route.fetch()
    const unnamed = { ...(await response.json()), accountIdentifier: '' }
    await route.fulfill({ response, json: unnamed })
  })
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('tab', { name: 'Detalles' }).click()
  await expect(
    lucia.getByRole('region', { name: 'Detalles' }).locator('dl > div').first(),
  ).toHaveText('Identificador de cuentaNo especificado')
  expect(sawLoading).toBe(true)
  await lucia.goto('/colecta/mal')
  await lucia.getByRole('link', { name: 'Volver al dashboard' }).click()
  await expect(lucia).toHaveURL(/\/dashboard$/)
  await lucia.unroute('**/api/query/collection?**')
  await mutate(lucia, 'delete-collection', { id: gift })
  for (const [path = '', message = ''] of [
    [`/colecta/${gift}`, 'No se encontró la colecta'],
    [`/colecta/${gift}/edit`, 'La colecta no existe o ha sido eliminada.'],
    [`/contribuir/${gift}`, 'No se pudo encontrar la colecta solicitada.'],
  ]) {
    await lucia.goto(path)
    await expect(lucia.getByRole('heading', { name: message, exact: true }), path).toBeVisible()
  }
})

test('colectas, contributions and a profile that cannot be changed', async ({ lucia, gift }) => {
  test.slow(true, 'every change, refused in each way')
  await withoutReplica(lucia.context())
  const alert = lucia.getByRole('alert')
  await add(lucia, gift)
  // Of a colecta that came, the list alone does not.
  await broken(lucia, '**/api/query/collection-contributions?**', async () => {
    await lucia.goto(`/colecta/${gift}`)
    await expect(
      alert.getByRole('heading', { name: 'Error al cargar los pagos', exact: true }),
    ).toBeVisible()
  })
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await broken(lucia, '**/api/sync/mutations', async () => {
    const contribution = lucia.getByRole('row').filter({ hasText: 'Iñaki Zubiría' })
    await contribution.getByRole('button', { name: /^Más acciones/ }).click()
    await lucia.getByRole('menuitem', { name: 'Rechazar' }).click()
    await expectText(lucia, 'No fue posible cambiar el estado del aporte.Reintentar')
    await expect(contribution).toContainText('Acreditado')
    const status = lucia.getByLabel(/^Estado de la colecta/)
    await status.selectOption('Cerrada')
    await expectText(lucia, 'No fue posible actualizar el estado de la colecta.Reintentar')
    await expect(status).toHaveValue('abierta')
    const refused = { status: 403, json: { error: 'Hoy no se cierra nada.', code: 'not-allowed' } }
    await lucia.route('**/api/sync/mutations', (route) => route.fulfill(refused))
    await status.selectOption('Cerrada')
    await expectText(lucia, 'Hoy no se cierra nada.Reintentar')
    await lucia.unroute('**/api/sync/mutations')
    await lucia.route('**/api/sync/mutations', (route) => route.abort())
    await status.selectOption('Cerrada')
    await expectText(lucia, 'No fue posible actualizar el estado de la colecta.Reintentar')
    await expect(status).toHaveValue('abierta')
    await lucia.unroute('**/api/sync/mutations')
    await lucia.getByRole('button', { name: 'Reintentar' }).click()
    await expectText(lucia, 'Se ha actualizado el estado de tu colecta a "Cerrada"')
    await mutate(lucia, 'set-collection-status', { id: gift, status: 'abierta' })
    await lucia.route('**/api/sync/mutations', (route) => route.fulfill(BROKEN))
    await lucia.getByRole('button', { name: 'Iñaki Zubiría', exact: true }).click()
    await lucia.getByRole('button', { name: 'Eliminar aporte' }).click()
    await expectText(lucia, 'Error al eliminar el pagoReintentar')

    await lucia.goto(`/colecta/${gift}/aportar`)
    await lucia.getByLabel('Nombre de quien aportó').fill('Ana')
    await lucia.getByRole('button', { name: 'Registrar aporte' }).click()
    await expect(alert).toHaveText('Error al crear el pago')
    await lucia.unroute('**/api/sync/mutations')
    // The colecta closes on another device, and this page has not read it again.
    await lucia.route('**/api/query/collection?**', () => undefined)
    await mutate(lucia, 'set-collection-status', { id: gift, status: 'cerrada' })
    await lucia.getByRole('button', { name: 'Registrar aporte' }).click()
    await expect(alert).toHaveText('Solo se pueden aportar a colectas abiertas.')
    await mutate(lucia, 'set-collection-status', { id: gift, status: 'abierta' })
    await lucia.unroute('**/api/query/collection?**')
    await lucia.route('**/api/sync/mutations', (route) => route.fulfill(BROKEN))
    await lucia.getByRole('button', { name: 'Registrar y agregar otro' }).click()
    await expect(alert).toHaveText('Error al crear el pago')
    await lucia.goto('/dashboard')
    await status.filter({ visible: true }).selectOption('Cerrada')
    await expectText(lucia, 'No fue posible actualizar el estado de la colecta.Reintentar')
    await expect(status.filter({ visible: true })).toHaveValue('abierta')

    await lucia.goto(`/colecta/${gift}/edit`)
    await lucia.getByLabel('Motivo').fill('Otro motivo')
    await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
    await expectText(alert, 'No fue posible actualizar la colecta. Por favor, intenta nuevamente.')
    await expect(lucia.getByRole('dialog')).toHaveCount(0)
    await lucia.goto('/colecta/new')
    await fillCollection(lucia, GIFT)
    await lucia.getByRole('button', { name: 'Crear colecta' }).click()
    await expectText(alert, 'No fue posible crear la colecta. Por favor, intenta nuevamente.')
    await expect(lucia.getByRole('dialog')).toHaveCount(0)
    await lucia.goto(`/colecta/new?copia=${gift}`)
    await expect(lucia.getByLabel('Motivo')).toHaveValue(GIFT.title)
    await lucia.getByRole('button', { name: 'Crear colecta' }).click()
    await expectText(alert, 'No fue posible crear la colecta. Por favor, intenta nuevamente.')
    await lucia.goto('/profile/edit')
    await expect(lucia.getByLabel('Email')).toHaveValue(LUCIA.email)
    await expect(lucia.getByLabel('Email')).not.toBeEditable()
    const firstName = lucia.getByLabel('Nombre', { exact: true })
    await firstName.fill('')
    await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
    await expectText(alert, 'Ingresa tu nombre.')
    await firstName.fill('Luz')
    const lastName = lucia.getByLabel('Apellido')
    await lastName.fill('')
    await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
    await expectText(alert, 'Ingresa tu apellido.')
    const account = lucia.getByLabel('CBU, CVU o alias por defecto')
    await account.fill('lucia.patio')
    await lastName.fill('Sosa')
    await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(alert).toHaveText('Error al actualizar el perfil')
    await account.fill('lucia.seño')
    await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(alert).toContainText('«ñ»')
    await account.fill('')
    await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(alert).toHaveText('Error al actualizar el perfil')
  })
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectText(lucia, 'Perfil actualizado exitosamente')
  await expect(lucia).toHaveURL(/\/dashboard$/)
  await expect(lucia.getByRole('heading', { name: 'Hola, Luz', exact: true })).toBeVisible()
  await expect
    .poll(() => ask(lucia, 'profile', {}))
    .toMatchObject({ firstName: 'Luz', lastName: 'Sosa', defaultBankAccount: null })
})

test('a change without a network that is refused, in the sync centre', async ({ lucia, gift }) => {
  test.slow(true, 'changes that wait for the network')
  // The screen that is wanted without a network was seen before.
  await lucia.goto(`/colecta/${gift}/edit`)
  await lucia.getByRole('link', { name: 'Cancelar' }).click()
  await expectSync(lucia, 'Al día')
  await lucia.context().setOffline(true)
  await lucia.getByLabel(/^Estado de la colecta/).selectOption('Cerrada')
  await expectSync(lucia, /1 cambio por enviar/)
  await lucia.getByRole('link', { name: 'Editar', exact: true }).click()
  await lucia.getByLabel('Motivo').fill('Otro motivo')
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await lucia.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expectSync(lucia, /2 cambios por enviar/)
  await mutate(lucia, 'delete-collection', { id: gift })
  await lucia.context().setOffline(false)
  await expectSync(lucia, '2 con problemas')
  await lucia.getByRole('button', { name: /^Sincronización/ }).click()
  const centre = lucia.getByRole('dialog', { name: 'Sincronización' })
  const gone = 'La colecta no existe o ha sido eliminada.'
  await expectText(centre, `Error al actualizar el estado de la colecta: ${gone}`)
  await expectText(centre, `Error al actualizar la colecta: ${gone}`)
})

test('a report and its receipt that the server could not take', async ({ lucia, guest, gift }) => {
  test.slow(true, 'a report that is tried again and again')
  const REPORTS = '**/api/collections/*/contributions'
  const UPLOADS = '**/api/uploads'
  const picture = { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) }
  const thanks = guest.getByRole('dialog', { name: '¡Gracias!' })

  // It breaks at the report, then at the file; each is tried again by a tap.
  await reachLastButton(guest, gift, 'ana@example.com', picture)
  await guest.route(REPORTS, (route) => route.fulfill(BROKEN))
  await guest.route(UPLOADS, (route) => route.abort())
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expectText(guest, 'Hubo un problema al procesar tu pago. Por favor, intenta nuevamente.')
  await guest.unroute(REPORTS)
  await guest.getByRole('button', { name: 'Reintentar ahora' }).click()
  await expectText(
    thanks,
    'Error al subir el archivo. Por favor, verifica tu conexión e intenta nuevamente.',
  )
  const error = 'Error de configuración del servidor. Por favor, contacta al administrador.'
  const misconfigured = { status: 500, json: { error, code: 'internal' } }
  await guest.route(UPLOADS, (route) => route.fulfill(misconfigured))
  await thanks.getByRole('button', { name: 'Reintentar' }).click()
  await expectText(thanks, error)
  // Any other message is shown as it comes.
  const moving = { status: 500, json: { error: 'Estamos de mudanza.', code: 'internal' } }
  await guest.route(UPLOADS, (route) => route.fulfill(moving))
  await thanks.getByRole('button', { name: 'Reintentar' }).click()
  await expectText(thanks, 'Estamos de mudanza.')
  await guest.unroute(UPLOADS)
  await thanks.getByRole('button', { name: 'Reintentar' }).click()
  await expectText(thanks, 'Comprobante recibido')

  // A name that no file of a phone has.
  const endless = { ...picture, name: `${'a'.repeat(1_001)}.png` }
  await reachLastButton(guest, gift, 'beto@example.com', endless, true)
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(thanks).toContainText(
    'Error en la configuración del archivo. Por favor, intenta con otro archivo.',
  )

  // A right to send that is not what the server gave.
  await reachLastButton(guest, gift, 'carla@example.com', picture, true)
  await guest.route(REPORTS, async (route) => {
    const response = await route.fetch()
    const { receipt, ...rest } = await response.json()
    const forged = { ...receipt, capability: `${receipt.capability}x` }
    await route.fulfill({ response, json: { ...rest, receipt: forged } })
  })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(thanks).toContainText(
    'Error de autenticación. Por favor, recarga la página e intenta nuevamente.',
  )
  await guest.unroute(REPORTS)

  // Below the closed dialog as well.
  await reachLastButton(guest, gift, 'elsa@example.com', picture, true)
  await guest.route(REPORTS, (route) => route.fulfill(BROKEN))
  await guest.route(UPLOADS, (route) => route.fulfill(moving))
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  const kept = guest.getByRole('dialog', { name: 'Guardado en este dispositivo' })
  await kept.getByRole('button', { name: 'Cerrar' }).last().click()
  const outgoing = guest.getByRole('region', { name: 'Aportes en camino' })
  await expect(outgoing).toContainText(
    'Tu aporte espera al servidor. Hubo un problema al procesar tu pago. Por favor, intenta nuevamente.',
  )
  await guest.unroute(REPORTS)
  const refused = outgoing.getByRole('listitem').filter({ hasText: 'la configuración del archivo' })
  await refused.getByRole('button', { name: 'Entendido' }).click()
  await expect(refused).toHaveCount(0)
  const about = `Tu aporte de $\u00a015.000 para «${GIFT.title}»`
  for (const [status, code, error] of [
    [409, 'collection-closed', 'La colecta está cerrada.'],
    [400, 'invalid-input', 'Ese nombre no se puede leer.'],
    [403, 'not-allowed', 'Desde aquí no se puede aportar.'],
  ] as const) {
    await guest.route(REPORTS, (route) => route.fulfill({ status, json: { error, code } }))
    await outgoing.getByRole('button', { name: 'Reintentar' }).click()
    await expect(outgoing).toContainText(`${about} no se registró. ${error}`)
    await guest.unroute(REPORTS)
  }
  await outgoing.getByRole('button', { name: 'Reintentar' }).click()
  await expect(outgoing).toContainText('El comprobante espera al servidor. Estamos de mudanza.')
  await guest.unroute(UPLOADS)
  for (const [status, code, error] of [
    [400, 'invalid-input', 'Ese archivo no se puede leer.'],
    [403, 'not-allowed', 'Ese comprobante no se puede enviar.'],
  ] as const) {
    await guest.route(UPLOADS, (route) => route.fulfill({ status, json: { error, code } }))
    if (code === 'invalid-input') await outgoing.getByRole('button', { name: 'Reintentar' }).click()
    else await chooseReceipt(guest, picture)
    await expect(outgoing).toContainText(
      `${about} cuenta, pero el comprobante no se pudo recibir. ${error}`,
    )
    await guest.unroute(UPLOADS)
  }

  // The colecta closes between the form and the last button.
  await reachLastButton(guest, gift, 'dora@example.com', picture, true)
  await mutate(lucia, 'set-collection-status', { id: gift, status: 'cerrada' })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(
    guest.getByRole('heading', {
      name: 'Esta colecta no está disponible para contribuciones en este momento.',
      exact: true,
    }),
  ).toBeVisible()
})

test('receipts that cannot be read', async ({ lucia, gift, server }) => {
  test.slow(true, 'every way not to see a receipt')
  await withoutReplica(lucia.context())
  const front: Front = { fetch: (path, init) => fetch(server.origin + path, init) }
  // The server reads a size in the one and a type in the other; nothing can draw them.
  const photo = png(40, 60)
  photo.fill(0, 29, 33) // the checksum of its header
  for (const [contributorName, bytes, filetype] of [
    ['Una foto', photo, 'image/png'],
    ['Un PDF', Buffer.from('%PDF-1.4\nno es un comprobante'), 'application/pdf'],
  ] as const) {
    const { capability } = await announce(front, gift, { contributorName })
    await upload(server.origin, bytes, metadataOf(bytes, capability, { filetype }))
  }
  const GALLERY = '**/api/collections/*/receipts'
  const ADDRESS = '**/api/receipts/*/url'
  const FILE = '**/api/receipts/*/file?**'
  await lucia.goto(`/colecta/${gift}`)
  await lucia.route(GALLERY, (route) => route.abort())
  await lucia.getByRole('button', { name: 'Más acciones', exact: true }).click()
  await lucia.getByRole('menuitem', { name: 'Ver comprobantes' }).click()
  const gallery = lucia.getByRole('dialog', { name: 'Comprobantes' })
  await expectText(gallery, 'Error al listar comprobantes')
  await lucia.unroute(GALLERY)
  await gallery.getByRole('button', { name: 'Reintentar' }).click()

  const receipt = lucia.getByRole('dialog', { name: 'Comprobante de Transferencia' })
  const retry = receipt.getByRole('button', { name: 'Reintentar' })
  const expectLoading = () =>
    expect(receipt.getByText('Cargando comprobante…', { exact: true }).first()).toBeVisible()
  await lucia.route(ADDRESS, async (route) => {
    await expectLoading()
    await route.fulfill(BROKEN)
  })
  await gallery.getByRole('button').filter({ hasText: 'Foto' }).click()
  await expectText(receipt, 'Error al cargar el comprobante')
  await expectText(
    receipt,
    'Error al generar URL segura. El archivo sigue guardado. Revisa tu conexión e intenta nuevamente.',
  )
  await lucia.unroute(ADDRESS)
  await lucia.route(ADDRESS, (route) => route.abort())
  await retry.click()
  await expectText(receipt, 'No se pudo cargar el comprobante')
  await lucia.unroute(ADDRESS)
  await lucia.route(FILE, async (route) => {
    await expectLoading()
    await route.continue()
  })
  await retry.click()
  await expectText(receipt, 'Error al cargar la imagen')
  await lucia.unroute(FILE)
  const close = receipt.getByRole('button', { name: 'Cerrar' })
  await close.click()
  await gallery.getByRole('button').filter({ hasText: 'PDF' }).click()
  await expectText(receipt, 'Error al cargar el PDF')
  await close.click()

  // The colecta is deleted on another device, and this page has not read it again.
  await lucia.route('**/api/query/collection?**', () => undefined)
  await mutate(lucia, 'delete-collection', { id: gift })
  await gallery.getByRole('button').filter({ hasText: 'Foto' }).click()
  await expectText(receipt, 'No tienes permisos para ver este comprobante')
  await close.click()
  await gallery.getByRole('button', { name: 'Cerrar' }).click()
  await lucia.getByRole('button', { name: 'Más acciones', exact: true }).click()
  await lucia.getByRole('menuitem', { name: 'Ver comprobantes' }).click()
  await expect(gallery).toContainText(
    'Error al listar comprobantesNo tienes permisos para ver estos comprobantes',
  )
})

async function signIn(page: Page, email: string, password = LUCIA.password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
}

/** Makes requests to `pattern` fail with an internal error during `during`. */
async function broken(page: Page, pattern: string, during: () => Promise<void>): Promise<void> {
  await page.route(pattern, (route) => route.fulfill(BROKEN))
  await during()
  await page.unroute(pattern)
}

/** Prevents the device from opening a replica, so that the server answers its queries. */
async function withoutReplica(device: BrowserContext): Promise<void> {
  await device.route(/\.wasm$/, (route) => route.abort())
}

/** A guest's report with its file, up to the last button. */
async function reachLastButton(
  guest: Page,
  gift: string,
  email: string,
  file: Parameters<typeof chooseReceipt>[1],
  isAnother = false,
): Promise<void> {
  await guest.goto(`/contribuir/${gift}`)
  if (isAnother) await guest.getByRole('button', { name: 'Hacer otro aporte' }).click()
  await fillReport(guest, '15.000')
  await guest.getByLabel('Email').fill(email)
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await chooseReceipt(guest, file)
}

/** Adds a manual contribution by a mutation, without its screen. */
function add(page: Page, collectionId: string): Promise<void> {
  const contributorName = 'Iñaki Zubiría'
  const args = { id: newId(), collectionId, contributorName, contributorEmail: null, amount: 50_00 }
  return mutate(page, 'add-manual-contribution', args)
}
