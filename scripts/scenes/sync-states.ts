import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import { openProfile } from './organiser-ways.ts'
import type { Scene } from './scene.ts'
import { fill, inStep, open, press } from './ways.ts'

const collection = links.collection(':id')
const profile = links.profile()

/** The states of sync: up to date, with waiting changes, with a refused change. */
export const SYNC_SCENES: Scene[] = [
  {
    name: 'sincronizacion',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await inStep(page)
      await press(page, /^Sincronización/)
      await page.getByRole('dialog', { name: 'Sincronización' }).waitFor()
    },
  },
  {
    name: 'sincronizacion-por-enviar',
    route: links.registerContribution(':id'),
    as: 'bruno',
    alone: true,
    async play(page, { collections }) {
      await registerOffline(page, collections.farewell)
      await press(page, /^Sincronización/)
      await page.getByRole('dialog', { name: 'Sincronización' }).waitFor()
    },
  },
  {
    name: 'sincronizacion-rechazado',
    route: collection,
    as: 'bruno',
    alone: true,
    async play(page, world) {
      const id = world.collections.raffle
      await registerOffline(page, id)
      await world.mutate('bruno', 'set-collection-status', { id, status: 'cerrada' })
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Sincronización: 1 con problemas' }).waitFor()
      await press(page, /^Sincronización/)
      await page.getByRole('dialog', { name: 'Sincronización' }).waitFor()
    },
  },
  {
    name: 'cerrar-sesion-sin-enviar',
    route: collection,
    as: 'bruno',
    alone: true,
    async play(page, { collections }) {
      await registerOffline(page, collections.trip)
      const menu = page.getByRole('button', { name: 'Menú' })
      if (await menu.isVisible()) await menu.click()
      await press(page, 'Cerrar sesión')
      await page.getByRole('alertdialog', { name: '¿Cerrar sesión sin enviar?' }).waitFor()
    },
  },
]

/** A contribution written down without a network, which waits here. */
async function registerOffline(page: Page, collectionId: string): Promise<void> {
  await open(page, links.registerContribution(collectionId), 'Registrar aporte manual')
  await inStep(page)
  await page.context().setOffline(true)
  await fill(page, { 'Nombre de quien aportó': 'Carlos Benítez' })
  await press(page, 'Registrar y agregar otro')
  await page.getByRole('button', { name: /^Sincronización: .*1 (cambio )?por enviar/ }).waitFor()
}
