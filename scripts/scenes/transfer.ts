import { links } from '../../shared/links.ts'
import {
  choose,
  contributionPage,
  JULIETA,
  reachChosen,
  reachConfirmation,
  reachReceipt,
  reachTransfer,
} from './contributing-ways.ts'
import type { Scene } from './scene.ts'
import { COPIED, fill, hold, open, press, stay } from './ways.ts'

/** A guest transfers, chooses the receipt and confirms. */
export const TRANSFER_SCENES: Scene[] = [
  {
    name: 'transferir',
    route: contributionPage,
    play: reachTransfer,
  },
  {
    name: 'transferir-copiado',
    route: contributionPage,
    async play(page, world) {
      await stay(page, COPIED)
      await reachTransfer(page, world)
      await press(page, 'Copiar alias')
      await page.getByRole('button', { name: '¡Alias copiado!' }).waitFor()
    },
  },
  {
    name: 'transferir-a-cbu',
    route: contributionPage,
    async play(page, { collections }) {
      await open(page, links.contribute(collections.roof), 'Techo nuevo para el gimnasio')
      await fill(page, JULIETA)
      await press(page, /^Continuar con/)
      await page.getByRole('img', { name: 'QR para transferir' }).waitFor()
    },
  },
  {
    name: 'transferir-salir',
    route: contributionPage,
    async play(page, world) {
      await reachReceipt(page, world)
      await press(page, 'Cerrar')
      await page.getByRole('dialog', { name: '¿Salir sin registrar tu aporte?' }).waitFor()
    },
  },
  {
    name: 'transferir-salir-enviando',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world)
      await hold(page, '**/api/collections/*/contributions')
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('button', { name: 'Registrando…' }).waitFor()
      await press(page, 'Cerrar')
      await page.getByRole('dialog', { name: '¿Salir mientras se registra tu aporte?' }).waitFor()
    },
  },
  { name: 'comprobante', route: contributionPage, play: reachReceipt },
  {
    name: 'comprobante-rechazado',
    route: contributionPage,
    async play(page, world) {
      await reachReceipt(page, world)
      await choose(page, {
        name: 'notas.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg/>'),
      })
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'comprobante-elegido',
    route: contributionPage,
    play: reachChosen,
  },
  {
    name: 'confirmar-aporte',
    route: contributionPage,
    play: reachConfirmation,
  },
  {
    name: 'confirmar-sin-comprobante',
    route: contributionPage,
    async play(page, world) {
      await reachReceipt(page, world)
      await press(page, 'Seguir sin comprobante')
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('alertdialog', { name: '¿Confirmar sin comprobante?' }).waitFor()
    },
  },
  {
    name: 'confirmar-rechazado',
    route: contributionPage,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world)
      await page.route('**/api/collections/*/contributions', (route) =>
        route.fulfill({
          status: 409,
          json: { error: 'Solo se pueden aportar a colectas abiertas.', code: 'collection-closed' },
        }),
      )
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
]
