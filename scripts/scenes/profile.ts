import { links } from '../../shared/links.ts'
import { openProfile } from './organiser-ways.ts'
import type { Scene } from './scene.ts'
import { fail, fill, main, press } from './ways.ts'

const profile = links.profile()

/** A person's own account. */
export const PROFILE_SCENES: Scene[] = [
  { name: 'perfil', route: profile, as: 'lucia', play: openProfile },
  {
    name: 'perfil-con-errores',
    route: profile,
    as: 'lucia',
    alone: true,
    async play(page) {
      await openProfile(page)
      await fill(page, { Nombre: '' })
      await page.getByLabel(/^CBU, CVU o alias/).fill('00709990')
      await main(page)
        .getByRole('button', { name: /^Guardar/ })
        .click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'perfil-sesiones-sin-servidor',
    route: profile,
    as: 'lucia',
    alone: true,
    async play(page) {
      await fail(page, '**/api/account**')
      await page.goto(profile)
      await page.getByText('No pudimos cargar tus sesiones').waitFor()
    },
  },
  {
    name: 'perfil-contrasena',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await press(page, 'Cambiar contraseña')
      await page.getByRole('dialog', { name: 'Cambiar contraseña' }).waitFor()
    },
  },
  {
    name: 'perfil-contrasena-con-errores',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await press(page, 'Cambiar contraseña')
      const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' })
      await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click()
      await dialog.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'perfil-eliminar-cuenta',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await press(page, 'Eliminar mi cuenta')
      await page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' }).waitFor()
    },
  },
]
