/* Steps that several scenes of a signed-in person share. */
import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { World } from './open-world.ts'
import { open } from './ways.ts'

export const ROOF = 'Techo nuevo para el gimnasio'
const GIFT = 'Regalo para la seño Caro'

/** Without these an organiser's device has no copy, and asks the server for each list. */
export const COPY = ['**/api/sync', '**/api/sync/**']
export const LISTS = '**/api/query/**'

export async function openRoof(page: Page, { collections }: World): Promise<void> {
  await open(page, links.collection(collections.roof), ROOF)
}

export async function openGift(page: Page, { collections }: World): Promise<void> {
  await open(page, links.collection(collections.gift), GIFT)
}

export async function openProfile(page: Page): Promise<void> {
  await open(page, links.profile(), 'Perfil')
  await page.getByText('Sesiones abiertas').waitFor()
}
