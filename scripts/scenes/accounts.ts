/* Scenes of signing in, registering and recovering a password. */
import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import { SEED_PASSWORD } from '../seed/fill-database.ts'
import { alone, by, type Scene, type Step, scenes } from './scene.ts'
import type { SceneServer } from './scene-server.ts'
import {
  fail,
  fill,
  goTo,
  hold,
  open,
  press,
  REDIRECT,
  respond,
  stopTimers,
  submit,
  until,
  untilDialog,
  untilText,
} from './steps.ts'

const PASSWORD = 'un patio lleno de baldosas'

const openLogin = open(links.login(), 'Iniciar sesión')
const signIn = (email: string, password: string): Step[] => [
  openLogin,
  fill({ Email: email, Contraseña: password }),
  submit('Iniciar sesión'),
]

const openRegister = open(links.register(), 'Crear cuenta')
const fillNew = (email: string, password = PASSWORD): Step =>
  fill({
    Nombre: 'Camila',
    Apellido: 'Duarte',
    Email: email,
    Contraseña: password,
    'Confirmar contraseña': password,
  })

const openConfirm = (who: 'marta' | 'pablo'): Step =>
  open(({ confirmations }) => links.confirmEmail(confirmations[who]), 'Confirma tu email')
const recovery =
  (who: 'nora' | 'pedro') =>
  ({ recoveries }: SceneServer) =>
    links.resetPassword(recoveries[who])
const openRecovery = (who: 'nora' | 'pedro'): Step =>
  open(recovery(who), 'Elige una nueva contraseña')

const openStopEmails = open(links.stopEmails(newId(), 'x'), '¿Dejar de recibir estos emails?')

const untilErrors = untilText('Revisa estos datos')
const returnFromGoogle = '/auth/callback?code=uno&state=uno'

/** Signing in, new accounts and passwords, and the links of e-mails and of Google. */
export const ACCOUNT_SCENES: Scene[] = [
  ...scenes(
    { route: links.login() },
    {
      'iniciar-sesion': [openLogin],
      'iniciar-sesion-sin-datos': [openLogin, submit('Iniciar sesión'), untilErrors],
      'iniciar-sesion-contrasena-equivocada': [
        ...signIn('lucia@example.com', 'otra cosa'),
        untilText('Email o contraseña incorrectos.'),
      ],
      'iniciar-sesion-sin-confirmar': [
        openRegister,
        fillNew('sin.confirmar@example.com'),
        submit('Crear cuenta'),
        press('Entendido'),
        ...signIn('sin.confirmar@example.com', PASSWORD),
        until('button', /^Reenviar/),
      ],
      'iniciar-sesion-enlace-expirado': [
        open(links.login(undefined, 'email_expired'), 'Iniciar sesión'),
      ],
      'iniciar-sesion-google-fallo': [open(links.login(undefined, 'google'), 'Iniciar sesión')],
      'iniciar-sesion-en-curso': alone(
        hold('**/api/login'),
        ...signIn('lucia@example.com', SEED_PASSWORD),
        until('button', 'Iniciando sesión…'),
      ),
    },
  ),
  ...scenes(
    { route: links.register() },
    {
      'crear-cuenta': [openRegister],
      'crear-cuenta-con-errores': [
        openRegister,
        fill({ Email: 'lucia@', Contraseña: '1234', 'Confirmar contraseña': '12345' }),
        submit('Crear cuenta'),
        untilErrors,
      ],
      'crear-cuenta-contrasena-corta': [
        openRegister,
        fillNew('camila.duarte@example.com', 'baldosa'),
        submit('Crear cuenta'),
        untilErrors,
      ],
      'crear-cuenta-email-usado': [
        openRegister,
        fillNew('lucia@example.com'),
        submit('Crear cuenta'),
        until('alert'),
      ],
      'crear-cuenta-google-fallo': [open(links.register('google'), 'Crear cuenta')],
      'cuenta-creada': [
        openRegister,
        fillNew('camila.duarte@example.com'),
        submit('Crear cuenta'),
        untilDialog('¡Cuenta creada!'),
      ],
    },
  ),
  ...scenes(
    { route: links.confirmEmail() },
    {
      'confirmar-email': [openConfirm('marta')],
      'confirmar-email-fallo': [
        fail('**/api/email/confirm'),
        openConfirm('marta'),
        press('Confirmar mi email'),
        until('alert'),
      ],
      'email-confirmado': alone(
        stopTimers(REDIRECT),
        openConfirm('pablo'),
        press('Confirmar mi email'),
        until('heading', '¡Email confirmado!'),
        untilText('Entraste como'),
      ),
      'confirmar-email-de-otra-cuenta': by(
        'ana',
        openConfirm('marta'),
        untilText('En este navegador está abierta la cuenta de'),
      ),
      'confirmar-email-expirado': [open(links.confirmEmail(), 'El enlace expiró')],
    },
  ),
  ...scenes(
    { route: links.confirmNewEmail() },
    {
      'confirmar-nuevo-email': [open(links.confirmNewEmail('x'), 'Confirma tu nuevo email')],
      'confirmar-nuevo-email-fallo': [
        fail('**/api/email/change'),
        open(links.confirmNewEmail('x'), 'Confirma tu nuevo email'),
        press('Confirmar nuevo email'),
        until('alert'),
      ],
      'confirmar-nuevo-email-expirado': [open(links.confirmNewEmail(), 'El enlace expiró')],
    },
  ),
  ...scenes(
    { route: links.stopEmails(':id') },
    {
      'dejar-de-recibir': [openStopEmails],
      'dejar-de-recibir-enlace-roto': [
        openStopEmails,
        press('Dejar de recibirlos'),
        untilText('El enlace no está completo.'),
      ],
      'dejar-de-recibir-listo': [
        respond('**/api/emails/**', {}),
        openStopEmails,
        press('Dejar de recibirlos'),
        until('heading', 'Listo, no te escribiremos más'),
      ],
    },
  ),
  ...scenes(
    { route: links.forgotPassword() },
    {
      'recuperar-contrasena': [open(links.forgotPassword(), 'Recuperar contraseña')],
      'recuperar-contrasena-sin-email': [
        open(links.forgotPassword(), 'Recuperar contraseña'),
        submit('Enviar enlace'),
        untilErrors,
      ],
      'recuperar-contrasena-enviado': [
        open(links.forgotPassword(), 'Recuperar contraseña'),
        fill({ Email: 'bruno@example.com' }),
        submit('Enviar enlace'),
        untilText('¡Email enviado!'),
      ],
    },
  ),
  ...scenes(
    { route: links.resetPassword() },
    {
      'nueva-contrasena': [openRecovery('nora'), untilText('nora@example.com')],
      'nueva-contrasena-con-errores': [
        openRecovery('nora'),
        fill({ 'Nueva contraseña': '1234', 'Confirmar contraseña': '12345' }),
        submit('Cambiar contraseña'),
        untilErrors,
      ],
      'nueva-contrasena-cargando': [
        hold('**/api/password/link'),
        goTo(recovery('nora')),
        untilText('Verificando el enlace…'),
      ],
      'nueva-contrasena-sin-servidor': [
        fail('**/api/password/link'),
        goTo(recovery('nora')),
        untilText('Error al verificar la sesión'),
      ],
      'nueva-contrasena-enlace-invalido': [
        open(links.resetPassword('viejo'), 'El enlace no sirve'),
      ],
      'nueva-contrasena-sin-enlace': [open(links.resetPassword(), 'El enlace no sirve')],
      'contrasena-cambiada': [
        stopTimers(REDIRECT),
        openRecovery('pedro'),
        fill({ 'Nueva contraseña': PASSWORD, 'Confirmar contraseña': PASSWORD }),
        submit('Cambiar contraseña'),
        until('heading', '¡Listo!'),
      ],
    },
  ),
  ...scenes(
    { route: links.authCallback() },
    {
      'google-en-curso': [hold('**/api/login/oauth'), open(returnFromGoogle, 'Ingreso con Google')],
      'google-listo': by(
        'ana',
        stopTimers(REDIRECT),
        acceptFromGoogle,
        open(returnFromGoogle, '¡Listo!'),
      ),
      'google-cancelado': [open('/auth/callback?error=access_denied', 'Ingreso con Google')],
      'google-fallo': [
        open('/auth/callback?code=ajeno&state=ajeno', 'Ingreso con Google'),
        until('alert'),
      ],
      'google-sin-datos': [stopTimers(REDIRECT), open('/auth/callback', 'Ingreso con Google')],
    },
  ),
]

/** Google confirms the session that this device has. */
async function acceptFromGoogle(page: Page): Promise<void> {
  const session = await (await page.request.get('/api/session')).json()
  const json = { ...session, returnTo: null }
  await page.route('**/api/login/oauth', (route) => route.fulfill({ json }))
}
