import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { Scene } from './scene.ts'
import { open, press } from './ways.ts'

/** Writing down a contribution that came by hand. */
export const MANUAL_CONTRIBUTION_SCENES: Scene[] = [
  {
    name: 'aporte-manual',
    route: links.registerContribution(':id'),
    as: 'lucia',
    play: (page, { collections }) =>
      open(page, links.registerContribution(collections.gift), 'Registrar aporte manual'),
  },
  {
    name: 'aporte-manual-con-errores',
    route: links.registerContribution(':id'),
    as: 'lucia',
    async play(page, { collections }) {
      await open(page, links.registerContribution(collections.gift), 'Registrar aporte manual')
      await press(page, 'Registrar aporte')
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'aporte-manual-cerrada',
    route: links.registerContribution(':id'),
    as: 'lucia',
    async play(page, { collections }) {
      await page.goto(links.registerContribution(collections.party))
      await page.getByText('Esta colecta no está aceptando contribuciones').waitFor()
    },
  },
  {
    name: 'aporte-manual-no-existe',
    route: links.registerContribution(':id'),
    as: 'lucia',
    play: (page) => open(page, links.registerContribution(newId()), 'No se encontró la colecta'),
  },
]
