import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { Scene } from './scene.ts'
import { at, fill, open, press } from './ways.ts'

/** Writing down a colecta, and changing it. */
export const COLLECTION_FORM_SCENES: Scene[] = [
  {
    name: 'colecta-nueva',
    route: links.newCollection(),
    as: 'ana',
    alone: true,
    play: at(links.newCollection(), 'Nueva colecta'),
  },
  {
    name: 'colecta-nueva-lo-propuesto',
    route: links.newCollection(),
    as: 'ana',
    alone: true,
    async play(page) {
      await open(page, links.newCollection(), 'Nueva colecta')
      await fillNew(page)
      await page.locator('summary').click()
      await page.getByLabel('Fecha límite').waitFor()
    },
  },
  {
    name: 'colecta-nueva-con-errores',
    route: links.newCollection(),
    as: 'ana',
    alone: true,
    async play(page) {
      await open(page, links.newCollection(), 'Nueva colecta')
      await press(page, 'Crear colecta')
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'colecta-nueva-recuperada',
    route: links.newCollection(),
    as: 'ana',
    alone: true,
    async play(page) {
      await open(page, links.newCollection(), 'Nueva colecta')
      await fillNew(page)
      await page.reload()
      await page.getByText('Recuperamos lo que habías escrito.').waitFor()
    },
  },
  {
    name: 'colecta-lista',
    route: links.newCollection(),
    as: 'bruno',
    alone: true,
    async play(page) {
      await open(page, links.newCollection(), 'Nueva colecta')
      await fillNew(page)
      await press(page, 'Crear colecta')
      await page.getByRole('dialog', { name: 'Tu colecta está lista' }).waitFor()
    },
  },
  {
    name: 'colecta-editar',
    route: links.editCollection(':id'),
    as: 'lucia',
    play: (page, { collections }) =>
      open(page, links.editCollection(collections.gift), 'Editar colecta'),
  },
  {
    name: 'colecta-guardada',
    route: links.editCollection(':id'),
    as: 'lucia',
    alone: true,
    async play(page, { collections }) {
      await open(page, links.editCollection(collections.shirts), 'Editar colecta')
      await fill(page, { Motivo: 'Camisetas de vóley femenino' })
      await press(page, 'Guardar cambios')
      await page.getByRole('dialog', { name: 'Guardamos los cambios' }).waitFor()
    },
  },
  {
    name: 'colecta-editar-no-existe',
    route: links.editCollection(':id'),
    as: 'lucia',
    play: (page) =>
      open(page, links.editCollection(newId()), 'La colecta no existe o ha sido eliminada.'),
  },
]

async function fillNew(page: Page): Promise<void> {
  await fill(page, {
    Motivo: 'Torta y regalo para Mica',
    'Total a colectar': '160.000',
    'Alias, CBU o CVU': 'mica.cumple.30',
  })
}
