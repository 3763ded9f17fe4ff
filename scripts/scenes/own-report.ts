import { links } from '../../shared/links.ts'
import type { OwnReport } from '../../shared/own-report.ts'
import { type Scene, type Step, scenes } from './scene.ts'
import { fail, GIFT, open, press, respond, until, untilDialog, untilInDialog } from './steps.ts'

const OWN_REPORT = links.ownReport('01939b2c-0000-7000-8000-000000000000', 'x')

const REPORT: OwnReport = {
  collectionId: '01939b2c-0000-7000-8000-000000000001',
  collectionTitle: GIFT,
  organiserName: 'Lucía',
  contributorName: 'Tomás Correa',
  contributorEmail: 'tomas@example.com',
  amount: 15_000_00,
  paymentDate: '2026-11-12T15:20:00.000Z',
  state: 'confirmed',
  rejectionReason: '',
  message: '¡Gracias por organizar!',
  operationNumber: '00417907673092',
  receiptName: 'comprobante.pdf',
  removalAskedAt: null,
  isRemoved: false,
  isWithdrawn: false,
  mayChange: true,
  receiptCapability: 'x',
}

const openOwn = (changes: Partial<OwnReport> = {}): Step[] => [
  respond('**/api/reports/own', { ...REPORT, ...changes }),
  open(OWN_REPORT, 'Tu aporte'),
  until('heading', 'Borrar lo que enviaste'),
]

const openChanges: Step[] = [
  ...openOwn(),
  press('Corregir o retirar'),
  untilDialog('Corregir tu aporte'),
]

/** A guest's own report, opened by the link on the thanks page. */
export const OWN_REPORT_SCENES: Scene[] = scenes(
  { route: links.ownReport(':id') },
  {
    'mi-aporte': openOwn(),
    'mi-aporte-pedir-que-se-borre': [
      ...openOwn(),
      press('Pedir que se borre'),
      until('alertdialog'),
    ],
    'mi-aporte-pedido': openOwn({ removalAskedAt: '2026-11-20T12:00:00.000Z' }),
    'mi-aporte-quitado': openOwn({ isRemoved: true }),
    'mi-aporte-corregir': openChanges,
    'mi-aporte-corregir-con-errores': [
      ...openChanges,
      (page) => page.getByRole('dialog').getByLabel('Monto').fill(''),
      press('Guardar cambios'),
      untilInDialog('alert'),
    ],
    'mi-aporte-retirar': [...openChanges, press('Retirar mi aporte'), until('alertdialog')],
    'mi-aporte-retirado': openOwn({ isWithdrawn: true }),
    'mi-aporte-acreditado': openOwn({ state: 'verified', mayChange: false }),
    'mi-aporte-rechazado': openOwn({ state: 'rejected', rejectionReason: 'El monto es otro' }),
    'mi-aporte-no-esta': [open(OWN_REPORT, 'No encontramos ese aporte')],
    'mi-aporte-fallo': [
      fail('**/api/reports/own'),
      open(OWN_REPORT, 'No pudimos cargar tu aporte'),
    ],
  },
)
