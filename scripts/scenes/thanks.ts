import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import { RECEIPT_UNREADABLE } from '../../shared/receipt.ts'
import { contributionPage, reachConfirmation } from './contributing-ways.ts'
import type { Scene } from './scene.ts'
import { fail, press } from './ways.ts'

/** Each reports in one scene alone: a second report of the same email is asked about. */
const TOMAS = { Nombre: 'Tomás Correa', Email: 'tomas@example.com' }
const OLGA = { Nombre: 'Olga Méndez', Email: 'olga@example.com' }
const ELISA = { Nombre: 'Elisa Prado', Email: 'elisa@example.com' }
/** Confirms without a network; the report may still leave while the device closes. */
const MARCOS = { Nombre: 'Marcos Ferro', Email: 'marcos@example.com' }
const DANTE = { Nombre: 'Dante Ríos', Email: 'dante@example.com' }
const BRUNO = { Nombre: 'Bruno Sosa', Email: 'bruno.sosa@example.com' }
const SARA = { Nombre: 'Sara Luna', Email: 'sara@example.com' }
const IRENE = { Nombre: 'Irene Vidal', Email: 'irene@example.com' }

/** A guest has confirmed: what arrived, and what is still on its way. */
export const THANKS_SCENES: Scene[] = [
  {
    name: 'gracias',
    route: contributionPage,
    async play(page, world) {
      await reachConfirmation(page, world, TOMAS)
      await press(page, 'Confirmar mi aporte')
      await page.getByText('Comprobante recibido').waitFor()
    },
  },
  {
    name: 'gracias-comprobante-en-camino',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, ELISA)
      await slowDown(page)
      await press(page, 'Confirmar mi aporte')
      await page.getByText('Enviando comprobante').waitFor()
    },
  },
  {
    name: 'gracias-comprobante-espera',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, IRENE)
      await fail(page, '**/api/uploads', '**/api/uploads/**')
      await press(page, 'Confirmar mi aporte')
      await page.getByText('Esperando la red').first().waitFor()
    },
  },
  {
    name: 'gracias-comprobante-espera-lugar',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, SARA, await world.originWithPayments())
      await press(page, 'Confirmar mi aporte')
      await page.getByText('Esperando lugar').first().waitFor()
    },
  },
  {
    name: 'gracias-comprobante-rechazado',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, DANTE)
      await refuseReceipts(page)
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('button', { name: 'Elegir otro archivo' }).waitFor()
    },
  },
  {
    name: 'aporte-con-comprobante-rechazado',
    route: links.home(),
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, BRUNO)
      await refuseReceipts(page)
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('button', { name: 'Elegir otro archivo' }).waitFor()
      await press(page, 'Cerrar')
      await page.getByRole('heading', { level: 1, name: /^Juntar plata/ }).waitFor()
      await page.getByRole('button', { name: 'Elegir otro archivo' }).waitFor()
    },
  },
  {
    name: 'aporte-guardado-sin-red',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, MARCOS)
      await page.context().setOffline(true)
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('dialog', { name: 'Guardado en este dispositivo' }).waitFor()
    },
  },
  {
    name: 'aporte-en-camino',
    route: links.home(),
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, OLGA)
      await untilFetched(page, /\/assets\/(home|page-footer)-/, 2)
      await page.context().setOffline(true)
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('dialog', { name: 'Guardado en este dispositivo' }).waitFor()
      await press(page, 'Cerrar')
      await page.getByRole('heading', { level: 1, name: /^Juntar plata/ }).waitFor()
      await page.getByText('Tu aporte espera la red.').waitFor()
    },
  },
]

/** So many files of such a name are here, though nobody needs them yet. */
async function untilFetched(page: Page, name: RegExp, count: number): Promise<void> {
  await page.waitForFunction(
    ([pattern, least]) =>
      performance.getEntriesByType('resource').filter((file) => new RegExp(pattern).test(file.name))
        .length >= least,
    [name.source, count] as const,
  )
}

async function refuseReceipts(page: Page): Promise<void> {
  await page.route('**/api/uploads', (route) =>
    route.fulfill({ status: 400, json: { error: RECEIPT_UNREADABLE, code: 'invalid-input' } }),
  )
}

/** From now on what the page sends takes its time. */
async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_000, // bytes per second
  })
}
