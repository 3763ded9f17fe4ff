/*
 * Every screen in every state has no faults. `@sweep` marks all scenes but a few: without them, what
 * remains is a smoke test of the main screens.
 */
import { test as base, expect } from '@playwright/test'
import { SCENES } from '../../scripts/scenes/all-scenes.ts'
import { type Devices, openDevices, type Width } from '../../scripts/scenes/open-devices.ts'
import type { Scene } from '../../scripts/scenes/scene.ts'
import { startSceneServer } from '../../scripts/scenes/scene-server.ts'
import { type Checks, problemsOf, watch } from './problems-of.ts'

const SMOKE = new Set([
  ...['inicio', 'crear-cuenta', 'contribuir', 'transferir', 'comprobante-elegido', 'gracias'],
  ...['pago-informado', 'dashboard', 'colecta', 'colecta-nueva'],
])

/** The gallery has every component. The poster has a white ground, which does not follow the theme. */
const BY_NIGHT = new Set(['galeria', 'cartel', 'cartel-cerrada'])

const test = base.extend<object, { devices: Devices }>({
  devices: [
    async ({ browser }, use, { project }) => {
      const server = await startSceneServer(process.env.PREPARED_DATA)
      const devices = openDevices(browser, server, project.name as Width, watch)
      await use(devices)
      await devices.close()
      await server.close()
    },
    // Two engines fill a database and start its server, once for each worker.
    { scope: 'worker', timeout: 120_000 },
  ],
})

// The few scenes of the first tier are not worth a second such server.
test.describe.configure({ mode: process.env.TIER === 'sweep' ? 'parallel' : 'default' })

for (const scene of SCENES) {
  // The configuration runs what is tagged @phone or @desktop at that width alone.
  const tag = [SMOKE.has(scene.name) ? '@smoke' : '@sweep', scene.only && `@${scene.only}`]
  test(
    `${scene.name}: no faults`,
    { tag: tag.filter((one) => one !== undefined) },
    async ({ devices }, { project }) => {
      // The gallery has every component in every state, by day and by night: ten screens in one.
      if (scene.name === 'galeria') test.slow()
      await devices.play(scene, async (page) => {
        expect(await problemsOf(page, checksOf(scene, project.name))).toEqual([])
      })
    },
  )
}

/**
 * Of a scene that is seen at both widths, the phone checks what fits 320 px, and the desktop the colours. The phone's
 * visit of a smoke scene belongs to `npm test` and checks both.
 */
function checksOf({ name, only }: Scene, width: string): Checks {
  const isSeenTwice = !only && !SMOKE.has(name)
  const isOnPhone = width === 'phone'
  return {
    colours: isSeenTwice && isOnPhone ? 'none' : BY_NIGHT.has(name) ? 'by day and night' : 'by day',
    narrow: isOnPhone || only === 'desktop',
  }
}
