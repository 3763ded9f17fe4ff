import { links } from '../../shared/links.ts'
import type { Scene } from './scene.ts'
import { fail, hold, open, press } from './ways.ts'

const admin = links.admin()

/** The figures that an administrator sees. */
export const ADMINISTRATION_SCENES: Scene[] = [
  {
    name: 'administracion',
    route: admin,
    as: 'sofia',
    async play(page) {
      await open(page, admin, 'Panel de Administración')
      await page.locator('canvas').waitFor()
      await page.getByText('Suspendida').waitFor()
    },
  },
  {
    name: 'administracion-suspender',
    route: admin,
    as: 'sofia',
    async play(page) {
      await open(page, admin, 'Panel de Administración')
      await press(page, 'Suspender')
      await page.getByRole('dialog', { name: /^¿Suspender/ }).waitFor()
      await press(page, 'Suspender colecta')
      await page.getByText('Escribe por qué la suspendes.').first().waitFor()
    },
  },
  {
    name: 'administracion-cargando',
    route: admin,
    as: 'sofia',
    alone: true,
    async play(page) {
      await hold(page, '**/api/admin/**')
      await page.goto(admin)
      await page.getByRole('status', { name: 'Cargando estadísticas' }).waitFor()
    },
  },
  {
    name: 'administracion-sin-servidor',
    route: admin,
    as: 'sofia',
    alone: true,
    async play(page) {
      await fail(page, '**/api/admin/**')
      await page.goto(admin)
      await page.getByText('Error al cargar las estadísticas').waitFor()
    },
  },
]
