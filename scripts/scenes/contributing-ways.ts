/* A guest's way from the contribution page to its confirmation, step by step: scenes leave it at each. */
import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { World } from './open-world.ts'
import { fill, open, press } from './ways.ts'

export const contributionPage = links.contribute(':id')
const GIFT = 'Regalo para la seño Caro'
export const JULIETA = { Nombre: 'Julieta Romero', Email: 'julieta@example.com' }

/** `origin` is another one than the world's own. */
export async function openGift(page: Page, { collections }: World, origin = ''): Promise<void> {
  await open(page, origin + links.contribute(collections.gift), GIFT)
}

export async function reachTransfer(
  page: Page,
  world: World,
  who = JULIETA,
  origin?: string,
): Promise<void> {
  await openGift(page, world, origin)
  await fill(page, who)
  await page.getByLabel(/^Mensaje/).fill('¡Gracias por organizar!')
  await press(page, /^Continuar con/)
  await page.getByRole('img', { name: 'QR de esta página' }).waitFor()
}

export async function reachReceipt(
  page: Page,
  world: World,
  who = JULIETA,
  origin?: string,
): Promise<void> {
  await reachTransfer(page, world, who, origin)
  await press(page, 'Ya transferí')
  await page.getByRole('heading', { name: 'Agrega el comprobante' }).waitFor()
}

export async function choose(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await press(page, 'Elegir archivo')
  await (await choosing).setFiles(file)
}

export async function reachChosen(
  page: Page,
  world: World,
  who = JULIETA,
  origin?: string,
): Promise<void> {
  await reachReceipt(page, world, who, origin)
  const file = { name: 'comprobante.png', mimeType: 'image/png', buffer: world.receipt }
  await choose(page, file)
  await page.getByText('listo para enviar').waitFor()
}

export async function reachConfirmation(
  page: Page,
  world: World,
  who = JULIETA,
  origin?: string,
): Promise<void> {
  await reachChosen(page, world, who, origin)
  await press(page, 'Continuar')
  await page.getByRole('heading', { name: 'Revisa y confirma' }).waitFor()
}
