/* Scenes of an organiser's other pages: dashboard, shortcuts, collection form, administration. */
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import { alone, by, type Step, scenes } from './scene.ts'
import {
  choosePicture,
  fail,
  fill,
  GIFT,
  goOffline,
  goTo,
  hold,
  of,
  open,
  press,
  QUERIES,
  SYNC,
  synced,
  until,
  untilDialog,
  untilText,
} from './steps.ts'

const dashboard = links.dashboard()
const openDashboard = open(dashboard, 'Hola, Lucía')

/** An organiser's list of colectas. */
export const DASHBOARD_SCENES = scenes(
  { route: dashboard, as: 'lucia' },
  {
    dashboard: [openDashboard],
    'dashboard-nuevo': by('ana', open(dashboard, 'Hola, Ana')),
    'dashboard-sin-resultados': [
      open(`${dashboard}?buscar=piscina`, 'Hola, Lucía'),
      untilText('Ninguna colecta así'),
    ],
    'dashboard-orden': {
      only: 'phone',
      steps: [openDashboard, press('Ordenar colectas'), until('menu', 'Ordenar colectas')],
    },
    'dashboard-cargando': alone(
      hold(...SYNC, QUERIES),
      goTo(dashboard),
      until('status', 'Cargando colectas'),
    ),
    'dashboard-sin-servidor': alone(
      fail(...SYNC, QUERIES),
      goTo(dashboard),
      untilText('Error al cargar las colectas'),
    ),
    'dashboard-sin-conexion': alone(
      openDashboard,
      synced,
      goOffline,
      untilText('Sin conexión. Ves lo último que recibimos'),
    ),
  },
)

const PALETTE_BUTTON = 'Buscar colectas y personas'
const openPalette: Step[] = [openDashboard, press(PALETTE_BUTTON)]
const PALETTE_FIELD = 'Colecta, persona o acción'

/** The palette and the list of the keys, which open over every screen for members. */
export const SHORTCUT_SCENES = scenes(
  { route: dashboard, as: 'lucia' },
  {
    paleta: [...openPalette, until('option', GIFT)],
    'paleta-personas': [
      ...openPalette,
      fill({ [PALETTE_FIELD]: 'mar' }),
      until('group', 'Personas'),
    ],
    'paleta-sin-resultados': [
      ...openPalette,
      fill({ [PALETTE_FIELD]: 'zzz' }),
      untilText('Nada con ese nombre.'),
    ],
    'paleta-sin-servidor': alone(
      fail(...SYNC, '**/api/query/find-by-name**'),
      ...openPalette,
      untilText('No pudimos buscar'),
    ),
    atajos: [
      openDashboard,
      until('button', PALETTE_BUTTON), // from then on the keys work
      (page) => page.keyboard.press('?'),
      untilDialog('Atajos de teclado'),
    ],
  },
)

const payments = links.payments()

/** "Mis Pagos", the list of a person's contributions. */
export const OWN_PAYMENT_SCENES = scenes(
  { route: payments, as: 'lucia' },
  {
    'mis-pagos': [open(payments, 'Mis Pagos')],
    'mis-pagos-vacio': by('ana', open(payments, 'Mis Pagos')),
    'mis-pagos-cargando': alone(
      hold(...SYNC, QUERIES),
      goTo(payments),
      until('status', 'Cargando pagos'),
    ),
    'mis-pagos-sin-servidor': alone(
      fail(...SYNC, QUERIES),
      goTo(payments),
      untilText('Error al cargar los pagos'),
    ),
  },
)

const openNew = open(links.newCollection(), 'Nueva colecta')
const fillNew: Step[] = [
  openNew,
  fill({
    Motivo: 'Torta y regalo para Mica',
    'Total a colectar': '160.000',
    'Alias, CBU o CVU': 'mica.cumple.30',
  }),
]

/** The forms that create and change a colecta. */
export const COLLECTION_FORM_SCENES = [
  ...scenes(
    { route: links.newCollection(), as: 'ana', alone: true },
    {
      'colecta-nueva': [openNew],
      'colecta-nueva-lo-propuesto': [
        ...fillNew,
        (page) => page.locator('summary').click(),
        (page) => page.getByLabel('Fecha límite').waitFor(),
      ],
      'colecta-nueva-con-errores': [openNew, press('Crear colecta'), until('alert')],
      'colecta-nueva-recuperada': [
        ...fillNew,
        (page) => page.reload(),
        untilText('Recuperamos lo que habías escrito.'),
      ],
      'colecta-nueva-sin-cuenta-con-errores': {
        as: undefined,
        steps: [openNew, press('Crear colecta'), until('alert')],
      },
      'colecta-lista': by(
        'bruno',
        ...fillNew,
        press('Crear colecta'),
        untilDialog('Tu colecta está lista'),
      ),
    },
  ),
  ...scenes(
    { route: links.editCollection(':id'), as: 'lucia' },
    {
      'colecta-editar': [open(of('gift', links.editCollection), 'Editar colecta')],
      'colecta-guardada': alone(
        open(of('shirts', links.editCollection), 'Editar colecta'),
        fill({ Motivo: 'Camisetas de vóley femenino' }),
        press('Guardar cambios'),
        untilDialog('Guardamos los cambios'),
      ),
      'colecta-editar-con-imagen': alone(...choosePicture),
      'colecta-editar-no-existe': [
        open(links.editCollection(newId()), 'La colecta no existe o ha sido eliminada.'),
      ],
    },
  ),
]

const openManual = open(of('gift', links.registerContribution), 'Registrar aporte manual')

/** The form for a contribution that was paid in cash. */
export const MANUAL_CONTRIBUTION_SCENES = scenes(
  { route: links.registerContribution(':id'), as: 'lucia' },
  {
    'aporte-manual': [openManual],
    'aporte-manual-con-errores': [openManual, press('Registrar aporte'), until('alert')],
    'aporte-manual-cerrada': [
      goTo(of('party', links.registerContribution)),
      untilText('Esta colecta no está aceptando contribuciones'),
    ],
    'aporte-manual-no-existe': [
      open(links.registerContribution(newId()), 'No se encontró la colecta'),
    ],
  },
)

const admin = links.admin()
const openAdmin = open(admin, 'Panel de Administración')

/** The statistics and complaints that an administrator sees. */
export const ADMINISTRATION_SCENES = scenes(
  { route: admin, as: 'sofia' },
  {
    administracion: [
      openAdmin,
      (page) => page.locator('canvas').waitFor(),
      untilText('Suspendida'),
    ],
    'administracion-suspender': [
      openAdmin,
      press('Suspender'),
      untilDialog(/^¿Suspender/),
      press('Suspender colecta'),
      untilText('Escribe por qué la suspendes.'),
    ],
    'administracion-cargando': alone(
      hold('**/api/admin/**'),
      goTo(admin),
      until('status', 'Cargando estadísticas'),
    ),
    'administracion-sin-servidor': alone(
      fail('**/api/admin/**'),
      goTo(admin),
      untilText('Error al cargar las estadísticas'),
    ),
  },
)
