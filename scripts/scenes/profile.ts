import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { Connection } from '../../shared/seller.ts'
import { SEED_PASSWORD } from '../seed/fill-database.ts'
import type { Person, World } from './open-world.ts'
import { openProfile } from './organiser-ways.ts'
import type { Scene } from './scene.ts'
import { fail, fill, hold, main, open, press } from './ways.ts'

const profile = links.profile()
const SELLER = '**/api/account/mercado-pago'

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
    name: 'perfil-email',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await press(page, 'Cambiar email')
      await page.getByRole('dialog', { name: 'Cambiar email' }).waitFor()
    },
  },
  {
    name: 'perfil-email-con-errores',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await press(page, 'Cambiar email')
      await fill(page, { 'Nuevo email': 'lucia.nueva@example.com', 'Tu contraseña': 'otra cosa' })
      await press(page, 'Enviar enlace')
      await page.getByRole('dialog').getByText('La contraseña no es correcta.').first().waitFor()
    },
  },
  {
    name: 'perfil-email-sin-confirmar',
    route: profile,
    as: 'bruno',
    async play(page) {
      await openProfile(page)
      await press(page, 'Cambiar email')
      await fill(page, { 'Nuevo email': 'bruno.sosa@example.com', 'Tu contraseña': SEED_PASSWORD })
      await press(page, 'Enviar enlace')
      await page.getByText('abre el enlace que te enviamos').waitFor()
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
  payments('sin-conectar', 'ana', 'Conecta tu cuenta y tus colectas'),
  payments('cuenta-conectada', 'lucia', 'Conectada el'),
  payments('conexion-rota', 'bruno', 'ya no nos deja cobrar'),
  payments('recien-conectada', 'lucia', '¡Listo! Tus colectas ya ofrecen', 'connected'),
  payments('cancelado', 'ana', 'No conectaste tu cuenta', 'cancelled'),
  payments('no-se-conecto', 'ana', 'No se pudo conectar tu cuenta', 'failed'),
  payments('no-responde', 'ana', 'Mercado Pago no responde', 'unavailable'),
  {
    name: 'perfil-cobros-desconectar',
    route: profile,
    as: 'lucia',
    async play(page, world) {
      await openPayments(page, world)
      await press(page, 'Desconectar')
      await page.getByRole('alertdialog', { name: /^¿Desconectar tu cuenta/ }).waitFor()
    },
  },
  {
    name: 'perfil-cobros-cargando',
    route: profile,
    as: 'lucia',
    alone: true,
    async play(page, world) {
      await hold(page, SELLER)
      await page.goto(new URL(profile, await world.originWithPayments()).href)
      await page.getByRole('status', { name: 'Cargando tu cuenta de Mercado Pago' }).waitFor()
    },
  },
  {
    name: 'perfil-cobros-sin-servidor',
    route: profile,
    as: 'lucia',
    alone: true,
    async play(page, world) {
      await fail(page, SELLER)
      await openPayments(page, world)
      await page.getByText('No pudimos cargar tu cuenta de Mercado Pago').waitFor()
    },
  },
]

/** A state of the section where an organiser connects the account that is paid. */
function payments(name: string, as: Person, says: string, ended?: Connection): Scene {
  return {
    name: `perfil-cobros-${name}`,
    route: profile,
    as,
    async play(page, world) {
      await openPayments(page, world, ended)
      await page.getByText(says).waitFor()
    },
  }
}

async function openPayments(page: Page, world: World, ended?: Connection): Promise<void> {
  const path = ended ? links.profileAfterConnecting(ended) : profile
  await open(page, new URL(path, await world.originWithPayments()).href, 'Perfil')
  await page.getByRole('heading', { name: 'Cobrar con Mercado Pago' }).scrollIntoViewIfNeeded()
}
