import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import { openGift, openRoof } from './organiser-ways.ts'
import type { Scene } from './scene.ts'
import { inStep, open, press } from './ways.ts'

const collection = links.collection(':id')

/** The dialogs of an organiser's actions on a colecta. */
export const COLLECTION_ACTION_SCENES: Scene[] = [
  {
    name: 'colecta-menu',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await press(page, 'Más acciones')
      await page.getByRole('menuitem', { name: 'Eliminar colecta' }).waitFor()
    },
  },
  {
    name: 'colecta-compartir',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await press(page, 'Compartir')
      const dialog = page.getByRole('dialog', { name: 'Comparte tu colecta' })
      await dialog.getByRole('img').waitFor()
    },
  },
  {
    name: 'colecta-eliminar',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await pickInMenu(page, 'Eliminar colecta')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'colecta-eliminada',
    route: links.home(),
    as: 'lucia',
    alone: true,
    async play(page, world) {
      // Nobody else's: the deletion may still leave while the device closes.
      await open(page, links.collection(world.collections.lift), 'Arreglo del ascensor')
      await inStep(page)
      await page.context().setOffline(true)
      await pickInMenu(page, 'Eliminar colecta')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar colecta' }).click()
      await page.getByText('Colecta eliminada').hover() // it goes after six seconds otherwise
    },
  },
  {
    name: 'colecta-exportar',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await press(page, 'Revisar ahora')
      await press(page, 'Exportar')
      await page.getByRole('dialog', { name: 'Exportar aportes' }).waitFor()
    },
  },
  {
    name: 'colecta-comprobantes',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openGift(page, world)
      await pickInMenu(page, 'Ver comprobantes')
      await page.getByRole('dialog').getByText('Julieta Romero').waitFor()
    },
  },
  {
    name: 'colecta-sin-comprobantes',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await pickInMenu(page, 'Ver comprobantes')
      await page.getByText('Todavía no llegó ningún comprobante').waitFor()
    },
  },
]

async function pickInMenu(page: Page, item: string): Promise<void> {
  await press(page, 'Más acciones')
  await page.getByRole('menuitem', { name: item }).click()
}
