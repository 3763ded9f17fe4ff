/* Every screen in every state: what would be wrong with any of them, by day and by night. */
import { test as base, expect } from '@playwright/test'
import { SCENES } from '../../scripts/scenes/all-scenes.ts'
import { type Devices, openDevices, type Width } from '../../scripts/scenes/open-devices.ts'
import { openWorld } from '../../scripts/scenes/open-world.ts'
import { problemsOf, watch } from './problems-of.ts'

const test = base.extend<object, { devices: Devices }>({
  devices: [
    async ({ browser }, use, { project }) => {
      const world = await openWorld()
      const devices = openDevices(browser, world, project.name as Width, watch)
      await use(devices)
      await devices.close()
      await world.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** So many scenes are one test: few enough to end in time, and for each the world is the same. */
const PART = 20

for (let from = 0; from < SCENES.length; from += PART) {
  const part = SCENES.slice(from, from + PART)
  test(`nothing is wrong from ${part[0]?.name} to ${part.at(-1)?.name}`, async ({ devices }, {
    project,
  }) => {
    const problems: string[] = []
    for (const scene of part) {
      if (scene.only && scene.only !== project.name) continue
      await devices
        .play(scene, async (page) => {
          for (const problem of await problemsOf(page)) problems.push(`${scene.name} ${problem}`)
        })
        .catch((error: Error) => problems.push(`${scene.name} did not come: ${error.message}`))
    }
    expect(problems).toEqual([])
  })
}
