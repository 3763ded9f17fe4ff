/* Scenes of the public pages, and of those to which payment providers send people back. */
import type { Page } from '@playwright/test'
import type { PaymentProgress } from '../../shared/contribution.ts'
import { links } from '../../shared/links.ts'
import { at, by, type Scene, type Step, scenes } from './scene.ts'
import {
  fail,
  GIFT,
  goOffline,
  goTo,
  open,
  press,
  REDIRECT,
  stopTimers,
  until,
  untilDialog,
  untilText,
} from './steps.ts'

const openHome = open('/', /./)
const openMenu: Step[] = [press('Menú'), untilThemes]
const openFaq = open(links.faq(), 'Preguntas frecuentes')
const openCelebration = open(links.testSuccessAnimation(), 'Test de Animación de Éxito')

const page = (name: string, path: string, heading: string): Scene => ({
  name,
  route: path,
  steps: [open(path, heading)],
})

/** The public pages and the page of unknown addresses. */
export const PAGE_SCENES: Scene[] = [
  ...scenes(
    { route: links.home() },
    {
      inicio: [openHome],
      'inicio-menu': { only: 'phone', steps: [openHome, ...openMenu] },
      'inicio-con-sesion': by('lucia', open('/', '¡Te damos la bienvenida, Lucía!')),
      'inicio-con-sesion-menu': {
        as: 'sofia',
        only: 'phone',
        steps: [open('/', '¡Te damos la bienvenida, Sofía!'), ...openMenu],
      },
    },
  ),
  page('como-funciona', links.howItWorks(), 'Cómo funciona'),
  page('ayuda', links.help(), 'Ayuda'),
  page('preguntas', links.faq(), 'Preguntas frecuentes'),
  {
    name: 'preguntas-una-abierta',
    route: links.faq(),
    steps: [openFaq, (page) => page.locator('summary').first().click()],
  },
  page('contacto', links.contact(), 'Contacto'),
  page('terminos', links.terms(), 'Términos y condiciones'),
  page('privacidad', links.privacy(), 'Política de privacidad'),
  page('cookies', links.cookies(), 'Política de cookies'),
  { name: 'pagina-desconocida', route: '*', steps: [open('/no/existe', 'Esta página no existe')] },
  {
    name: 'cuenta-eliminada',
    route: links.accountDeleted(),
    steps: [openHome, leaveAsDeleted, until('heading', 'Eliminamos tu cuenta')],
  },
  ...scenes(
    { route: links.testSuccessAnimation() },
    {
      'celebracion-de-prueba': [openCelebration],
      celebracion: [openCelebration, press('Mostrar animación'), untilDialog('¡Gracias!')],
    },
  ),
  {
    name: 'galeria',
    route: links.gallery(),
    // Not `open`: some of its components load for ever.
    steps: [goTo(links.gallery()), until('heading', 'Galería')],
  },
  {
    name: 'sin-servidor',
    route: links.register(),
    alone: true,
    steps: [
      fail('**/api/session'),
      goTo(links.register()),
      until('heading', 'No pudimos conectarnos'),
    ],
  },
  {
    name: 'pantalla-que-no-llega',
    route: links.faq(),
    alone: true,
    steps: [
      openHome,
      // The page is rendered before its program runs, and only the program loads another screen.
      (page) => page.waitForFunction(() => document.title.includes('·')),
      goOffline,
      (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Preguntas' }).click(),
      until('heading', 'No pudimos abrir esta pantalla'),
    ],
  },
]

/** Sets the navigation state that the profile sets after a deletion. */
async function leaveAsDeleted(page: Page): Promise<void> {
  await page.evaluate(
    (path) => history.replaceState({ usr: { accountDeleted: true } }, '', path),
    links.accountDeleted(),
  )
  await page.reload()
}

/** The menu of the header on a phone loads its choice of themes. */
async function untilThemes(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await menu.getByRole('group', { name: 'Tema' }).waitFor()
}

const QUERY = 'reference=r-7&amount=15000.5&aportanteName=Julieta'

const success = links.paymentSuccess()
const pending = links.paymentPending()
const error = links.paymentError()
const callback = links.paymentCallback()

/** The pages to which a payment provider sends people back. */
export const PAYMENT_SCENES: Scene[] = [
  ...scenes(
    { route: success },
    {
      'pago-informado': [open(`${success}?${QUERY}`, 'Pago informado')],
      'pago-pendiente': at(pending, open(`${pending}?${QUERY}`, 'Pago pendiente')),
      'pago-fallido': at(error, open(`${error}?error=sin+saldo`, 'El pago no se completó')),
      'pago-confirmado': paidAs('confirmed', success, '¡Gracias!'),
      'pago-por-confirmar': paidAs('pending', success, 'Pago informado'),
      'pago-rechazado': at(error, ...paidAs('rejected', error, 'El pago no se completó')),
      'pago-sin-servidor': [
        fail('**/api/payments/*'),
        open(`${success}?${QUERY}`, 'Pago informado'),
        untilText('seguimos intentando'),
      ],
    },
  ),
  ...scenes(
    { route: callback },
    {
      'pago-en-curso': [stopTimers(REDIRECT), open(callback, 'Procesando el pago…')],
      'pago-de-billetera': [
        open(`${callback}?reference=MODO_7&status=completed`, 'Pago informado'),
      ],
      'pago-sin-identificar': [open(callback, 'No pudimos identificar tu pago')],
    },
  ),
  ...scenes(
    { route: links.modoWebhook() },
    {
      'modo-aprobado': [
        open(
          `${links.modoWebhook()}?payment_id=7&status=approved&amount=900`,
          'Pago procesado exitosamente',
        ),
      ],
      'modo-sin-datos': [open(links.modoWebhook(), 'Error procesando el webhook')],
    },
  ),
]

/** Opens a page for a payment that the server has recorded in this state. */
function paidAs(state: PaymentProgress['state'], path: string, heading: string): Step[] {
  return [
    (page, server) => {
      const json: PaymentProgress = {
        state,
        isUndone: false,
        amount: 15_000_00,
        paymentMethod: 'MercadoPago',
        collectionId: server.collections.gift,
        collectionTitle: GIFT,
      }
      return page.route('**/api/payments/*', (route) => route.fulfill({ json }))
    },
    open(`${path}?${QUERY}`, heading),
    untilText(GIFT),
  ]
}
