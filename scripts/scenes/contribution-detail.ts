/* Scenes of the dialog with one contribution and its receipt. */
import type { Page } from '@playwright/test'
import { today } from '../../shared/dates.ts'
import { links } from '../../shared/links.ts'
import { alone, type Step, scenes } from './scene.ts'
import type { SceneServer } from './scene-server.ts'
import {
  delay,
  fail,
  GIFT,
  of,
  open,
  press,
  synced,
  until,
  untilDialog,
  untilInDialog,
  untilText,
} from './steps.ts'

const collection = links.collection(':id')
// Reports of other scenes may have pushed a contribution to the second page.
const searched = (search: string) => (id: string) => `${links.collection(id)}?buscar=${search}`
const openGiftAt = (search: string) => open(of('gift', searched(search)), GIFT)
const openDetail: Step[] = [
  openGiftAt('julieta'),
  press('Julieta Romero'),
  untilDialog('Detalles del Aporte'),
]
const openReceipt: Step[] = [
  ...openDetail,
  press('Ver comprobante'),
  untilDialog('Comprobante de Transferencia'),
]

export const CONTRIBUTION_DETAIL_SCENES = scenes(
  { route: collection, as: 'lucia' },
  {
    'aporte-detalle': openDetail,
    'aporte-menu': [...openDetail, press(/^Más acciones para/), until('menuitem')],
    'aporte-corregido': [
      openGiftAt('nahuel'),
      press('Nahuel Quiroga'),
      untilDialog('Detalles del Aporte'),
    ],
    'aporte-del-resumen': [
      createFromLine,
      open(of('shirts', searched('zoe')), 'Camisetas de vóley femenino'),
      press('Zoé Funes'),
      untilDialog('Detalles del Aporte'),
      until('button', /^Deshacer: Acreditado el/),
    ],
    'aporte-manual-corregir': [
      open(of('shirts'), 'Camisetas de vóley femenino'),
      press('Nicolás Núñez'),
      press('Corregir'),
      untilDialog('Corregir aporte manual'),
    ],
    'aporte-rechazado': alone(
      // No other scene needs this contribution: the rejection may be sent when the page ends.
      open(of('shirts', searched('paula')), 'Camisetas de vóley femenino'),
      synced,
      fail('**/api/sync/mutations'),
      press('Paula Quiroga'),
      press(/^Más acciones para/),
      (page) => page.getByRole('menuitem', { name: 'Rechazar' }).click(),
      untilText('Aporte rechazado'),
      press('Paula Quiroga'),
      until('button', 'Guardar motivo'),
      press('El monto es otro'),
    ),
    'aporte-comprobante': alone(delay('**/receipts/**'), ...openReceipt, untilPicturesLoaded),
    'aporte-comprobante-sin-servidor': alone(
      fail('**/api/receipts/**'),
      ...openReceipt,
      untilInDialog('button', 'Reintentar'),
    ),
  },
)

/** Uses fixed ids, because the scene runs once per width: the second time nothing changes. */
function createFromLine(_page: Page, { collections, mutate }: SceneServer): Promise<void> {
  return mutate('lucia', 'create-from-line', {
    id: '019b0000-0000-7000-8000-000000000001',
    collectionId: collections.shirts,
    contributorName: 'Zoé Funes',
    contributorEmail: null,
    amount: 9_500_00,
    match: {
      id: '019b0000-0000-7000-8000-000000000002',
      lineId: 'z'.repeat(43),
      lineDay: today(new Date()),
      lineAmount: 9_500_00,
      part: 9_500_00,
      isSplit: false,
      source: 'mercado-pago-account',
    },
  })
}

async function untilPicturesLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('dialog img')]
    return pictures.length > 0 && pictures.every(({ naturalWidth }) => naturalWidth > 0)
  })
}
