/* Steps that several scenes share. */
import type { Locator, Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import { paintPicture } from './paint-picture.ts'
import type { Step } from './scene.ts'
import type { SceneServer } from './scene-server.ts'

type Address = string | ((server: SceneServer) => string | Promise<string>)
type Name = string | RegExp

/** Delay after which a page continues by itself, in ms. */
export const REDIRECT = 2_000
/** Time for which a button shows that it copied, in ms. */
export const COPIED = 2_000

/** While these do not respond, an organiser's device has no replica and sends each query to the server. */
export const SYNC = ['**/api/sync', '**/api/sync/**']
export const QUERIES = '**/api/query/**'

export const ROOF = 'Techo nuevo para el gimnasio'
export const GIFT = 'Regalo para la seño Caro'

/** Returns the address of a page of one of the server's colectas. */
export function of(
  collection: keyof SceneServer['collections'],
  link: (id: string) => string = links.collection,
): Address {
  return ({ collections }) => link(collections[collection])
}

/** Returns the same path at the server that offers payments. */
export function withPayments(address: Address): Address {
  return async (server) =>
    new URL(await resolve(address, server), await server.originWithPayments()).href
}

async function resolve(address: Address, server: SceneServer): Promise<string> {
  return typeof address === 'string' ? address : address(server)
}

export function goTo(address: Address): Step {
  return async (page, server) => page.goto(await resolve(address, server))
}

/** Opens an address and waits for its heading, and until nothing on it is loading. */
export function open(address: Address, heading: Name): Step {
  return async (page, server) => {
    await goTo(address)(page, server)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await settled(page)
  }
}

/** Waits until no part of the page is loading or waiting for its script. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('[role=status], [aria-busy=true]')].some((one) =>
        /Cargando|Verificando|Un momento/.test(
          one.getAttribute('aria-label') ?? one.textContent ?? '',
        ),
      ),
  )
  await page.evaluate(() => document.fonts.ready)
}

/** Presses the first visible button of that name, in the topmost dialog if one is open. */
export function press(name: Name): Step {
  return async (page) => {
    const dialogs = page.locator('dialog:modal')
    const scope = (await dialogs.count()) > 0 ? dialogs.last() : page
    await scope
      .getByRole('button', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first()
      .click()
  }
}

/** Presses a button that asks for a file, and chooses one. */
export function choose(
  button: Name,
  name: string,
  mimeType: string,
  bytes: (server: SceneServer) => Buffer | Promise<Buffer>,
): Step {
  return async (page, server) => {
    const choosing = page.waitForEvent('filechooser')
    await press(button)(page, server)
    await (await choosing).setFiles({ name, mimeType, buffer: await bytes(server) })
  }
}

/** Presses the button of that name in the screen's own content, because the header may have another one. */
export function submit(name: Name): Step {
  return (page) =>
    page
      .getByRole('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .click()
}

export function pickInMenu(item: string): Step {
  return async (page, server) => {
    await press('Más acciones')(page, server)
    await page.getByRole('menuitem', { name: item }).click()
  }
}

/** Types into the first visible field of each label. */
export function fill(values: Record<string, string>): Step {
  return async (page, server) => {
    for (const [label, value] of Object.entries(values)) await fillOne(label, value)(page, server)
  }
}

export function fillOne(label: Name, value: string): Step {
  return (page) =>
    page
      .getByLabel(label, { exact: typeof label === 'string' })
      .filter({ visible: true })
      .first()
      .fill(value)
}

export function check(label: Name): Step {
  return (page) => page.getByLabel(label).check()
}

export function untilText(text: string): Step {
  return (page) => page.getByText(text).first().waitFor()
}

type Role = Parameters<Page['getByRole']>[0]

export function until(role: Role, name?: Name): Step {
  return (page) => roleIn(page, role, name).waitFor()
}

function roleIn(place: Page | Locator, role: Role, name?: Name): Locator {
  return place.getByRole(role, name === undefined ? {} : { name }).first()
}

export function untilDialog(name: Name): Step {
  return until('dialog', name)
}

/** Waits like `until`, in the topmost dialog. */
export function untilInDialog(role: Role, name?: Name): Step {
  return (page) => roleIn(page.getByRole('dialog').last(), role, name).waitFor()
}

/** Waits until the replica is complete and up to date. */
export const synced: Step = until('button', 'Sincronización: Al día')

export const goOffline: Step = (page) => page.context().setOffline(true)

/** Requests to these addresses never get a response, so the page stays as it is meanwhile. */
export function hold(...addresses: string[]): Step {
  return async (page) => {
    for (const address of addresses) await page.route(address, () => {})
  }
}

/** Responses from this address come so late that the browser counts a jump of the layout, 0.5 s after a press. */
export function delay(address: string): Step {
  return (page) =>
    page.route(address, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
}

/** Requests to these addresses fail as if there were no server. */
export function fail(...addresses: string[]): Step {
  return async (page) => {
    for (const address of addresses) await page.route(address, (route) => route.abort())
  }
}

/** Requests to this address get this response. */
export function respond(address: string, json: object, status = 200): Step {
  return (page) => page.route(address, (route) => route.fulfill({ status, json }))
}

/** Timers of exactly `ms` never fire, so the state that they would end stays. */
export function stopTimers(ms: number): Step {
  return (page) =>
    page.addInitScript((never) => {
      const { setTimeout } = window
      const patient = (work: TimerHandler, after?: number, ...rest: unknown[]) =>
        after === never ? 0 : setTimeout(work, after, ...rest)
      Object.assign(window, { setTimeout: patient })
    }, ms)
}

/** The form of a colecta with a picture of its own. */
export const choosePicture: Step[] = [
  open(of('shirts', links.editCollection), 'Editar colecta'),
  choose(/^(Elegir|Cambiar) imagen/, 'equipo.jpg', 'image/jpeg', paintPicture),
  untilText('Guardamos la imagen'),
  until('img', 'La imagen que elegiste'),
]

export const openRoof = open(of('roof'), ROOF)
export const openGift = open(of('gift'), GIFT)
