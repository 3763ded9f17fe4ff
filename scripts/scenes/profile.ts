/* Scenes of the profile, the diagnosis page and the sync centre. */
import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { Connection } from '../../shared/seller.ts'
import type { ToWorker } from '../../web/replica/worker-host.ts'
import { SEED_PASSWORD } from '../seed/fill-database.ts'
import { alone, at, by, type Scene, type Step, scenes } from './scene.ts'
import type { Person, SceneServer } from './scene-server.ts'
import {
  fail,
  fill,
  fillOne,
  goOffline,
  goTo,
  hold,
  of,
  open,
  press,
  submit,
  synced,
  until,
  untilDialog,
  untilText,
  withPayments,
} from './steps.ts'

const profile = links.profile()
const SELLER = '**/api/account/mercado-pago'

const openProfile: Step[] = [open(profile, 'Perfil'), untilText('Sesiones abiertas')]
const openPassword: Step[] = [...openProfile, press('Cambiar contraseña')]
const openEmail: Step[] = [...openProfile, press('Cambiar email')]

/** A person's own account. */
export const PROFILE_SCENES: Scene[] = scenes(
  { route: profile, as: 'lucia' },
  {
    perfil: openProfile,
    'perfil-con-errores': alone(
      ...openProfile,
      fill({ Nombre: '' }),
      fillOne(/^CBU, CVU o alias/, '00709990'),
      submit(/^Guardar/),
      until('alert'),
    ),
    'perfil-sesiones-sin-servidor': alone(
      fail('**/api/account**'),
      goTo(profile),
      untilText('No pudimos cargar tus sesiones'),
    ),
    'perfil-contrasena': [...openPassword, untilDialog('Cambiar contraseña')],
    'perfil-contrasena-con-errores': [
      ...openPassword,
      untilDialog('Cambiar contraseña'),
      press('Cambiar contraseña'),
      (page) =>
        page
          .getByRole('dialog', { name: 'Cambiar contraseña' })
          .getByRole('alert')
          .first()
          .waitFor(),
    ],
    'perfil-email': [...openEmail, untilDialog('Cambiar email')],
    'perfil-email-con-errores': [
      ...openEmail,
      fill({ 'Nuevo email': 'lucia.nueva@example.com', 'Tu contraseña': 'otra cosa' }),
      press('Enviar enlace'),
      (page) =>
        page.getByRole('dialog').getByText('La contraseña no es correcta.').first().waitFor(),
    ],
    'perfil-email-sin-confirmar': by(
      'bruno',
      ...openEmail,
      fill({ 'Nuevo email': 'bruno.sosa@example.com', 'Tu contraseña': SEED_PASSWORD }),
      press('Enviar enlace'),
      untilText('abre el enlace que te enviamos'),
    ),
    'perfil-eliminar-cuenta': [
      ...openProfile,
      press('Eliminar mi cuenta'),
      untilDialog('¿Eliminar tu cuenta?'),
    ],
    'perfil-cobros-sin-conectar': payments('ana', 'Conecta tu cuenta y tus colectas'),
    'perfil-cobros-cuenta-conectada': payments('lucia', 'Conectada el'),
    'perfil-cobros-conexion-rota': payments('bruno', 'ya no nos deja cobrar'),
    'perfil-cobros-recien-conectada': payments(
      'lucia',
      '¡Listo! Tus colectas ya ofrecen',
      'connected',
    ),
    'perfil-cobros-cancelado': payments('ana', 'No conectaste tu cuenta', 'cancelled'),
    'perfil-cobros-no-se-conecto': payments('ana', 'No se pudo conectar tu cuenta', 'failed'),
    'perfil-cobros-no-responde': payments('ana', 'Mercado Pago no responde', 'unavailable'),
    'perfil-cobros-desconectar': [
      ...openPayments(),
      press('Desconectar'),
      until('alertdialog', /^¿Desconectar tu cuenta/),
    ],
    'perfil-cobros-cargando': alone(
      hold(SELLER),
      goTo(withPayments(profile)),
      until('status', 'Cargando tu cuenta de Mercado Pago'),
    ),
    'perfil-cobros-sin-servidor': alone(
      fail(SELLER),
      ...openPayments(),
      untilText('No pudimos cargar tu cuenta de Mercado Pago'),
    ),
  },
)

/** A state of the section where an organiser connects the account that receives payments. */
function payments(as: Person, text: string, result?: Connection) {
  return { as, steps: [...openPayments(result), untilText(text)] }
}

function openPayments(result?: Connection): Step[] {
  const path = result ? links.profileAfterConnecting(result) : profile
  return [
    open(withPayments(path), 'Perfil'),
    (page) =>
      page.getByRole('heading', { name: 'Cobrar con Mercado Pago' }).scrollIntoViewIfNeeded(),
  ]
}

const diagnosis = links.diagnosis()
const openDiagnosis = open(diagnosis, 'Diagnóstico')

/** Adds a contribution by hand; the change stays in the outbox, because `interrupt` keeps it from the server. */
const addUnsent = (to: keyof SceneServer['collections'], interrupt: Step): Step[] => [
  open(of(to, links.registerContribution), 'Registrar aporte manual'),
  synced,
  interrupt,
  fill({ 'Nombre de quien aportó': 'Carlos Benítez' }),
  press('Registrar y agregar otro'),
  until('button', /^Sincronización: .*1 (cambio )?por enviar/),
]

/** The diagnosis page: with a replica that responds or does not, with unsent changes, and without a replica. */
export const DIAGNOSIS_SCENES = scenes(
  { route: diagnosis, as: 'lucia', alone: true },
  {
    diagnostico: {
      alone: false,
      steps: [
        openDiagnosis,
        synced,
        until('table', 'Tablas'),
        press('Consultar'),
        until('region', 'Resultado de la consulta'),
      ],
    },
    'diagnostico-por-enviar': by(
      'bruno',
      ...addUnsent('farewell', fail('**/api/sync/mutations')),
      openDiagnosis,
      (page) => page.getByRole('definition').filter({ hasText: 'Sin conexión' }).waitFor(),
      (page) => page.getByText('add-manual-contribution').click(),
      untilText('Carlos Benítez'),
    ),
    'diagnostico-sin-copia': [
      (page) =>
        page.addInitScript(() => Object.defineProperty(window, 'Worker', { value: undefined })),
      openDiagnosis,
      untilText('Este dispositivo no guarda una copia.'),
    ],
    'diagnostico-sin-respuesta': [
      (page) => page.addInitScript(failDiagnosis),
      openDiagnosis,
      untilText('La copia no respondió.'),
    ],
  },
)

/** Runs in the page: the worker refuses this call and responds to every other. */
function failDiagnosis(): void {
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, message: ToWorker) {
    if (message.type !== 'call' || message.method !== 'diagnose') {
      return postMessage.call(this, message)
    }
    const error = { code: 'internal', message: 'La copia de este navegador no pudo responder.' }
    const data = { type: 'refusal', id: message.id, error }
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

const openSync: Step[] = [press(/^Sincronización/), untilDialog('Sincronización')]

/** The states of sync: up to date, with unsent changes, with a refused change. */
export const SYNC_SCENES = scenes(
  { route: links.collection(':id'), as: 'bruno', alone: true },
  {
    sincronizacion: {
      route: profile,
      as: 'lucia',
      alone: false,
      steps: [...openProfile, synced, ...openSync],
    },
    'sincronizacion-por-enviar': at(
      links.registerContribution(':id'),
      ...addUnsent('farewell', goOffline),
      ...openSync,
    ),
    'sincronizacion-rechazado': [
      ...addUnsent('raffle', goOffline),
      (_page, { collections, mutate }) =>
        mutate('bruno', 'set-collection-status', { id: collections.raffle, status: 'cerrada' }),
      (page) => page.context().setOffline(false),
      until('button', 'Sincronización: 1 con problemas'),
      ...openSync,
    ],
    'cerrar-sesion-sin-enviar': [
      ...addUnsent('trip', goOffline),
      openMenu,
      press('Cerrar sesión'),
      until('alertdialog', '¿Cerrar sesión sin enviar?'),
    ],
  },
)

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menú' })
  if (await menu.isVisible()) await menu.click()
}
