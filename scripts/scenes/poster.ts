import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { Scene } from './scene.ts'
import { open } from './ways.ts'

const poster = links.poster(':id')

/** A colecta on a sheet to print and hang up. */
export const POSTER_SCENES: Scene[] = [
  {
    name: 'cartel',
    route: poster,
    as: 'lucia',
    play: (page, { collections }) => openPoster(page, collections.gift),
  },
  {
    name: 'cartel-cerrada',
    route: poster,
    as: 'lucia',
    play: (page, { collections }) => openPoster(page, collections.party),
  },
  {
    name: 'cartel-suspendida',
    route: poster,
    as: 'bruno',
    async play(page, { collections }) {
      await open(page, links.poster(collections.suspended), 'Cartel para imprimir')
      await page.getByText('Esta colecta está suspendida.').waitFor()
    },
  },
  {
    name: 'cartel-no-existe',
    route: poster,
    as: 'lucia',
    play: (page) => open(page, links.poster(newId()), 'No se encontró la colecta'),
  },
]

async function openPoster(page: Page, id: string): Promise<void> {
  await open(page, links.poster(id), 'Cartel para imprimir')
  await page.getByRole('img', { name: 'QR para aportar' }).waitFor()
}
