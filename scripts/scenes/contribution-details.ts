import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { World } from './open-world.ts'
import { openGift } from './organiser-ways.ts'
import type { Scene } from './scene.ts'
import { fail, press } from './ways.ts'

const collection = links.collection(':id')

/** One contribution and its receipt, as the organiser sees them. */
export const CONTRIBUTION_DETAIL_SCENES: Scene[] = [
  { name: 'aporte-detalle', route: collection, as: 'lucia', play: openDetail },
  {
    name: 'aporte-menu',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openDetail(page, world)
      await press(page, /^Más acciones para/)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'aporte-comprobante',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openReceipt(page, world)
      await untilDrawn(page)
    },
  },
  {
    name: 'aporte-comprobante-sin-servidor',
    route: collection,
    as: 'lucia',
    alone: true,
    async play(page, world) {
      await fail(page, '**/api/receipts/**')
      await openReceipt(page, world)
      await page.getByRole('dialog').last().getByRole('button', { name: 'Reintentar' }).waitFor()
    },
  },
]

async function openDetail(page: Page, world: World): Promise<void> {
  await openGift(page, world)
  await press(page, 'Julieta Romero')
  await page.getByRole('dialog', { name: 'Detalles del Aporte' }).waitFor()
}

async function openReceipt(page: Page, world: World): Promise<void> {
  await openDetail(page, world)
  await press(page, 'Ver comprobante')
  await page.getByRole('dialog', { name: 'Comprobante de Transferencia' }).waitFor()
}

/** Every picture of a dialog has come. */
async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('dialog img')]
    return pictures.length > 0 && pictures.every(({ naturalWidth }) => naturalWidth > 0)
  })
}
