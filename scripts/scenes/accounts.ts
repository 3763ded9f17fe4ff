import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import { SEED_PASSWORD } from '../seed/fill-database.ts'
import type { Scene } from './scene.ts'
import { at, fail, fill, hold, main, open, press, REDIRECT, stay } from './ways.ts'

const PASSWORD = 'un patio lleno de baldosas'

/** Coming in: sessions, accounts, passwords, and what mails and Google lead back to. */
export const ACCOUNT_SCENES: Scene[] = [
  {
    name: 'iniciar-sesion',
    route: links.login(),
    play: at(links.login(), 'Iniciar sesión'),
  },
  {
    name: 'iniciar-sesion-sin-datos',
    route: links.login(),
    async play(page) {
      await open(page, links.login(), 'Iniciar sesión')
      await submit(page, 'Iniciar sesión')
      await page.getByText('Revisa estos datos').waitFor()
    },
  },
  {
    name: 'iniciar-sesion-contrasena-equivocada',
    route: links.login(),
    async play(page) {
      await signIn(page, 'lucia@example.com', 'otra cosa')
      await page.getByText('Email o contraseña incorrectos.').waitFor()
    },
  },
  {
    name: 'iniciar-sesion-sin-confirmar',
    route: links.login(),
    async play(page) {
      await open(page, links.register(), 'Crear cuenta')
      await fillNew(page, 'sin.confirmar@example.com')
      await submit(page, 'Crear cuenta')
      await press(page, 'Entendido')
      await signIn(page, 'sin.confirmar@example.com', PASSWORD)
      await page.getByRole('button', { name: /^Reenviar/ }).waitFor()
    },
  },
  {
    name: 'iniciar-sesion-enlace-expirado',
    route: links.login(),
    play: at(links.login(undefined, 'email_expired'), 'Iniciar sesión'),
  },
  {
    name: 'iniciar-sesion-google-fallo',
    route: links.login(),
    play: at(links.login(undefined, 'google'), 'Iniciar sesión'),
  },
  {
    name: 'iniciar-sesion-en-curso',
    route: links.login(),
    alone: true,
    async play(page) {
      await hold(page, '**/api/login')
      await signIn(page, 'lucia@example.com', SEED_PASSWORD)
      await page.getByRole('button', { name: 'Iniciando sesión…' }).waitFor()
    },
  },
  { name: 'crear-cuenta', route: links.register(), play: at(links.register(), 'Crear cuenta') },
  {
    name: 'crear-cuenta-con-errores',
    route: links.register(),
    async play(page) {
      await open(page, links.register(), 'Crear cuenta')
      await fill(page, { Email: 'lucia@', Contraseña: '1234', 'Confirmar contraseña': '12345' })
      await submit(page, 'Crear cuenta')
      await page.getByText('Revisa estos datos').waitFor()
    },
  },
  {
    name: 'crear-cuenta-contrasena-corta',
    route: links.register(),
    async play(page) {
      await open(page, links.register(), 'Crear cuenta')
      await fillNew(page, 'camila.duarte@example.com')
      await fill(page, { Contraseña: 'baldosa', 'Confirmar contraseña': 'baldosa' })
      await submit(page, 'Crear cuenta')
      await page.getByText('Revisa estos datos').waitFor()
    },
  },
  {
    name: 'crear-cuenta-email-usado',
    route: links.register(),
    async play(page) {
      await open(page, links.register(), 'Crear cuenta')
      await fillNew(page, 'lucia@example.com')
      await submit(page, 'Crear cuenta')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'crear-cuenta-google-fallo',
    route: links.register(),
    play: at(links.register('google'), 'Crear cuenta'),
  },
  {
    name: 'cuenta-creada',
    route: links.register(),
    async play(page) {
      await open(page, links.register(), 'Crear cuenta')
      await fillNew(page, 'camila.duarte@example.com')
      await submit(page, 'Crear cuenta')
      await page.getByRole('dialog', { name: '¡Cuenta creada!' }).waitFor()
    },
  },
  {
    name: 'confirmar-email',
    route: links.confirmEmail(),
    play: (page, { confirmations }) =>
      open(page, links.confirmEmail(confirmations.marta), 'Confirma tu email'),
  },
  {
    name: 'confirmar-email-fallo',
    route: links.confirmEmail(),
    async play(page, { confirmations }) {
      await fail(page, '**/api/email/confirm')
      await open(page, links.confirmEmail(confirmations.marta), 'Confirma tu email')
      await press(page, 'Confirmar mi email')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'email-confirmado',
    route: links.confirmEmail(),
    async play(page, { confirmations }) {
      await open(page, links.confirmEmail(confirmations.pablo), 'Confirma tu email')
      await press(page, 'Confirmar mi email')
      await page.getByRole('heading', { name: '¡Email confirmado!' }).waitFor()
    },
  },
  {
    name: 'confirmar-email-expirado',
    route: links.confirmEmail(),
    play: at(links.confirmEmail(), 'El enlace expiró'),
  },
  {
    name: 'confirmar-nuevo-email',
    route: links.confirmNewEmail(),
    play: at(links.confirmNewEmail('x'), 'Confirma tu nuevo email'),
  },
  {
    name: 'confirmar-nuevo-email-fallo',
    route: links.confirmNewEmail(),
    async play(page) {
      await fail(page, '**/api/email/change')
      await open(page, links.confirmNewEmail('x'), 'Confirma tu nuevo email')
      await press(page, 'Confirmar nuevo email')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'confirmar-nuevo-email-expirado',
    route: links.confirmNewEmail(),
    play: at(links.confirmNewEmail(), 'El enlace expiró'),
  },
  {
    name: 'recuperar-contrasena',
    route: links.forgotPassword(),
    play: at(links.forgotPassword(), 'Recuperar contraseña'),
  },
  {
    name: 'recuperar-contrasena-sin-email',
    route: links.forgotPassword(),
    async play(page) {
      await open(page, links.forgotPassword(), 'Recuperar contraseña')
      await submit(page, 'Enviar enlace')
      await page.getByText('Revisa estos datos').waitFor()
    },
  },
  {
    name: 'recuperar-contrasena-enviado',
    route: links.forgotPassword(),
    async play(page) {
      await open(page, links.forgotPassword(), 'Recuperar contraseña')
      await fill(page, { Email: 'bruno@example.com' })
      await submit(page, 'Enviar enlace')
      await page.getByText('¡Email enviado!').waitFor()
    },
  },
  {
    name: 'nueva-contrasena',
    route: links.resetPassword(),
    async play(page, { recoveries }) {
      await open(page, links.resetPassword(recoveries.nora), 'Elige una nueva contraseña')
      await page.getByText('nora@example.com').waitFor()
    },
  },
  {
    name: 'nueva-contrasena-con-errores',
    route: links.resetPassword(),
    async play(page, { recoveries }) {
      await open(page, links.resetPassword(recoveries.nora), 'Elige una nueva contraseña')
      await fill(page, { 'Nueva contraseña': '1234', 'Confirmar contraseña': '12345' })
      await submit(page, 'Cambiar contraseña')
      await page.getByText('Revisa estos datos').waitFor()
    },
  },
  {
    name: 'nueva-contrasena-cargando',
    route: links.resetPassword(),
    async play(page, { recoveries }) {
      await hold(page, '**/api/password/link')
      await page.goto(links.resetPassword(recoveries.nora))
      await page.getByText('Verificando el enlace…').waitFor()
    },
  },
  {
    name: 'nueva-contrasena-sin-servidor',
    route: links.resetPassword(),
    async play(page, { recoveries }) {
      await fail(page, '**/api/password/link')
      await page.goto(links.resetPassword(recoveries.nora))
      await page.getByText('Error al verificar la sesión').waitFor()
    },
  },
  {
    name: 'nueva-contrasena-enlace-invalido',
    route: links.resetPassword(),
    play: at(links.resetPassword('viejo'), 'El enlace no sirve'),
  },
  {
    name: 'nueva-contrasena-sin-enlace',
    route: links.resetPassword(),
    play: at(links.resetPassword(), 'El enlace no sirve'),
  },
  {
    name: 'contrasena-cambiada',
    route: links.resetPassword(),
    async play(page, { recoveries }) {
      await stay(page, REDIRECT)
      await open(page, links.resetPassword(recoveries.pedro), 'Elige una nueva contraseña')
      await fill(page, { 'Nueva contraseña': PASSWORD, 'Confirmar contraseña': PASSWORD })
      await submit(page, 'Cambiar contraseña')
      await page.getByRole('heading', { name: '¡Listo!' }).waitFor()
    },
  },
  {
    name: 'google-en-curso',
    route: links.authCallback(),
    async play(page) {
      await hold(page, '**/api/login/oauth')
      await open(page, '/auth/callback?code=uno&state=uno', 'Ingreso con Google')
    },
  },
  {
    name: 'google-listo',
    route: links.authCallback(),
    as: 'ana',
    async play(page) {
      await stay(page, REDIRECT)
      const session = await (await page.request.get('/api/session')).json()
      await page.route('**/api/login/oauth', (route) =>
        route.fulfill({ json: { ...session, returnTo: null } }),
      )
      await open(page, '/auth/callback?code=uno&state=uno', '¡Listo!')
    },
  },
  {
    name: 'google-cancelado',
    route: links.authCallback(),
    play: at('/auth/callback?error=access_denied', 'Ingreso con Google'),
  },
  {
    name: 'google-fallo',
    route: links.authCallback(),
    async play(page) {
      await open(page, '/auth/callback?code=ajeno&state=ajeno', 'Ingreso con Google')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'google-sin-datos',
    route: links.authCallback(),
    async play(page) {
      await stay(page, REDIRECT)
      await open(page, '/auth/callback', 'Ingreso con Google')
    },
  },
]

async function submit(page: Page, name: string): Promise<void> {
  await main(page).getByRole('button', { name, exact: true }).click()
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await open(page, links.login(), 'Iniciar sesión')
  await fill(page, { Email: email, Contraseña: password })
  await submit(page, 'Iniciar sesión')
}

async function fillNew(page: Page, email: string): Promise<void> {
  await fill(page, {
    Nombre: 'Camila',
    Apellido: 'Duarte',
    Email: email,
    Contraseña: PASSWORD,
    'Confirmar contraseña': PASSWORD,
  })
}
