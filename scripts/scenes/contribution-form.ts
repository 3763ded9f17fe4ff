import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import { contributionPage, JULIETA, openGift, reachTransfer } from './contributing-ways.ts'
import type { World } from './open-world.ts'
import type { Scene } from './scene.ts'
import { fail, fill, hold, open, press, settled } from './ways.ts'

/** The contribution page up to the amount. */
export const CONTRIBUTION_FORM_SCENES: Scene[] = [
  { name: 'contribuir', route: contributionPage, play: openGift },
  {
    name: 'contribuir-con-sesion',
    route: contributionPage,
    as: 'bruno',
    play: openGift,
  },
  {
    name: 'contribuir-direccion-antigua',
    route: '/colecta/:id/contribute',
    as: 'bruno',
    play: (page, { collections }) =>
      open(page, `/colecta/${collections.roof}/contribute`, 'Techo nuevo para el gimnasio'),
  },
  {
    name: 'contribuir-cargando',
    route: contributionPage,
    as: 'lucia',
    alone: true,
    async play(page) {
      await open(page, links.payments(), 'Mis Pagos')
      await hold(page, '**/api/collections/*')
      await page.getByRole('link', { name: 'Despedida de Nico' }).filter({ visible: true }).click()
      await page.getByRole('status', { name: /^Cargando/ }).waitFor()
    },
  },
  {
    name: 'contribuir-sin-servidor',
    route: contributionPage,
    as: 'lucia',
    alone: true,
    async play(page) {
      await open(page, links.payments(), 'Mis Pagos')
      await fail(page, '**/api/collections/*')
      await page.getByRole('link', { name: 'Despedida de Nico' }).filter({ visible: true }).click()
      await page.getByText('No fue posible cargar los datos de la colecta.').waitFor()
    },
  },
  {
    name: 'contribuir-no-existe',
    route: contributionPage,
    play: (page) =>
      open(page, links.contribute(newId()), 'No se pudo encontrar la colecta solicitada.'),
  },
  {
    name: 'contribuir-cerrada',
    route: contributionPage,
    play: (page, { collections }) =>
      open(page, links.contribute(collections.party), 'Cumple de 40 de Fede'),
  },
  {
    name: 'contribuir-suspendida',
    route: contributionPage,
    async play(page, { collections }) {
      await open(page, links.contribute(collections.suspended), /^Zapatillas/)
      await page.getByRole('heading', { name: 'Esta colecta está suspendida' }).waitFor()
    },
  },
  {
    name: 'contribuir-borrador-ajeno',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, JULIETA)
      await page.reload()
      await page.getByRole('button', { name: 'No soy yo, borrar' }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'transferir-borrador-ajeno',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await reachTransfer(page, world)
      await page.reload()
      const steps = page.getByRole('dialog')
      await steps.getByRole('button', { name: 'No soy yo, borrar' }).waitFor()
      await steps.getByRole('img', { name: 'QR de esta página' }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'contribuir-monto-menor',
    route: contributionPage,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { ...JULIETA, Monto: '5.000' })
      await page.getByText('El monto es menor al sugerido').waitFor()
    },
  },
  {
    name: 'contribuir-monto-dudoso',
    route: contributionPage,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { ...JULIETA, Monto: '999.999.999' })
      await press(page, /^Continuar con/)
      await page.getByRole('alertdialog', { name: /^¿Son/ }).waitFor()
    },
  },
  {
    name: 'contribuir-denunciar',
    route: contributionPage,
    async play(page, world) {
      await openGift(page, world)
      await press(page, 'Denunciar esta colecta')
      await page.getByRole('dialog', { name: 'Denunciar esta colecta' }).waitFor()
    },
  },
  {
    name: 'contribuir-denunciar-sin-motivo',
    route: contributionPage,
    async play(page, world) {
      await openGift(page, world)
      await press(page, 'Denunciar esta colecta')
      await press(page, 'Enviar denuncia')
      await page.getByRole('dialog').getByText('Elige un motivo.').first().waitFor()
    },
  },
  {
    name: 'contribuir-denunciada',
    route: contributionPage,
    async play(page, { collections }) {
      await open(page, links.contribute(collections.raffle), 'Rifa de la cooperadora')
      await press(page, 'Denunciar esta colecta')
      await page.getByLabel('Tiene contenido ofensivo').check()
      await press(page, 'Enviar denuncia')
      await page.getByRole('dialog', { name: 'Gracias por avisarnos' }).waitFor()
    },
  },
  {
    name: 'contribuir-con-errores',
    route: contributionPage,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { Monto: '' })
      await press(page, 'Continuar')
      await page.getByText('Revisa estos datos').waitFor()
    },
  },
  {
    name: 'contribuir-pago-existente',
    route: contributionPage,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { Nombre: 'Julieta Romero', Email: 'juli.romero@example.com' })
      await press(page, /^Continuar con/)
      await page.getByRole('alertdialog', { name: 'Pago existente' }).waitFor()
    },
  },
  {
    name: 'contribuir-ya-tienes-cuenta',
    route: contributionPage,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { Nombre: 'Bruno Sosa', Email: 'bruno@example.com' })
      await press(page, /^Continuar con/)
      await page.getByRole('dialog', { name: 'Ya tienes una cuenta' }).waitFor()
    },
  },
  { name: 'contribuir-otros-medios', route: contributionPage, play: openWithPayments },
  {
    name: 'contribuir-mercado-pago',
    route: contributionPage,
    async play(page, world) {
      await openWithPayments(page, world)
      await page.getByLabel(/^Mercado Pago/).check()
      await page.getByText('Pagas en la página de Mercado Pago.').waitFor()
    },
  },
  {
    name: 'contribuir-mercado-pago-no-responde',
    route: contributionPage,
    async play(page, world) {
      await openWithPayments(page, world)
      await fill(page, JULIETA)
      await page.getByLabel(/^Mercado Pago/).check()
      await press(page, /^Continuar con/)
      await page.getByText('Mercado Pago no responde.').waitFor()
    },
  },
]

async function openWithPayments(page: Page, world: World): Promise<void> {
  await openGift(page, world, await world.originWithPayments())
}
