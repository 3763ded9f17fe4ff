import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { OwnReport } from '../../shared/own-report.ts'
import type { Scene } from './scene.ts'
import { at, fail, open, press } from './ways.ts'

const ROUTE = links.ownReport(':id')
const PAGE = links.ownReport('01939b2c-0000-7000-8000-000000000000', 'x')

const REPORT: OwnReport = {
  collectionId: '01939b2c-0000-7000-8000-000000000001',
  collectionTitle: 'Regalo para la seño Caro',
  organiserName: 'Lucía',
  contributorName: 'Tomás Correa',
  contributorEmail: 'tomas@example.com',
  amount: 15_000_00,
  paymentDate: '2026-11-12T15:20:00.000Z',
  state: 'confirmed',
  message: '¡Gracias por organizar!',
  receiptName: 'comprobante.pdf',
  removalAskedAt: null,
  isRemoved: false,
}

/** The guest's report, opened by the link of their thanks page. */
export const OWN_REPORT_SCENES: Scene[] = [
  { name: 'mi-aporte', route: ROUTE, play: (page) => openOwn(page) },
  {
    name: 'mi-aporte-pedir-que-se-borre',
    route: ROUTE,
    async play(page) {
      await openOwn(page)
      await press(page, 'Pedir que se borre')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'mi-aporte-pedido',
    route: ROUTE,
    play: (page) => openOwn(page, { removalAskedAt: '2026-11-20T12:00:00.000Z' }),
  },
  { name: 'mi-aporte-quitado', route: ROUTE, play: (page) => openOwn(page, { isRemoved: true }) },
  { name: 'mi-aporte-no-esta', route: ROUTE, play: at(PAGE, 'No encontramos ese aporte') },
  {
    name: 'mi-aporte-fallo',
    route: ROUTE,
    async play(page) {
      await fail(page, '**/api/reports/own')
      await open(page, PAGE, 'No pudimos cargar tu aporte')
    },
  },
]

async function openOwn(page: Page, changes: Partial<OwnReport> = {}): Promise<void> {
  await page.route('**/api/reports/own', (route) =>
    route.fulfill({ json: { ...REPORT, ...changes } }),
  )
  await open(page, PAGE, 'Tu aporte')
  await page.getByRole('heading', { name: 'Borrar lo que enviaste' }).waitFor()
}
