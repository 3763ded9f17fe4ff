import { links } from '../../shared/links.ts'
import { COPY, LISTS } from './organiser-ways.ts'
import type { Scene } from './scene.ts'
import { at, fail, hold } from './ways.ts'

const ownPayments = links.payments()

/** "Mis Pagos", the list of a person's contributions. */
export const OWN_PAYMENT_SCENES: Scene[] = [
  {
    name: 'mis-pagos',
    route: ownPayments,
    as: 'lucia',
    play: at(ownPayments, 'Mis Pagos'),
  },
  {
    name: 'mis-pagos-vacio',
    route: ownPayments,
    as: 'ana',
    play: at(ownPayments, 'Mis Pagos'),
  },
  {
    name: 'mis-pagos-cargando',
    route: ownPayments,
    as: 'lucia',
    alone: true,
    async play(page) {
      await hold(page, ...COPY, LISTS)
      await page.goto(ownPayments)
      await page.getByRole('status', { name: 'Cargando pagos' }).waitFor()
    },
  },
  {
    name: 'mis-pagos-sin-servidor',
    route: ownPayments,
    as: 'lucia',
    alone: true,
    async play(page) {
      await fail(page, ...COPY, LISTS)
      await page.goto(ownPayments)
      await page.getByText('Error al cargar los pagos').waitFor()
    },
  },
]
