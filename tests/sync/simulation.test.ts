import { cpSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openEngines,
  openOwnDatabase,
  prepareDatabases,
  type RunDatabases,
} from '../../scripts/simulate/run-databases.ts'
import { simulate } from '../../scripts/simulate/simulation.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { embeddedTemplate, replicaTemplate } from '../support/embedded-template.ts'
import { byTier, eachEngineWhenHard, isHard } from '../support/tier.ts'

const STEPS = 60
const SETTING_UP = 60_000 // ms: initdb, and an engine for each device
const SEEDS = byTier({ test: [86], hard: [1, 2, 3, 4, 5, 6] })

// On PostgreSQL transactions stay open while others commit.
eachEngineWhenHard((_open, engine) => {
  describe('[S1-S12] under random failures, every replica ends equal and nothing acknowledged is lost', () => {
    let databases: RunDatabases
    beforeAll(async () => {
      const folder = makeTemporaryFolder()
      if (engine === 'embedded')
        cpSync(await embeddedTemplate(), join(folder, engine), { recursive: true })
      const own = await openOwnDatabase(engine, folder)
      const empty = await openAsBlob(await replicaTemplate())
      databases = await prepareDatabases(own.database, await openEngines(undefined, empty))
      return own.close
    }, SETTING_UP)
    afterAll(async () => {
      for (const engine of databases.engines) await engine.close()
    })

    let last: { seed: number; lines: readonly string[] }

    it.each(SEEDS)('in seed %i', async (seed) => {
      const { faults, lines } = await simulate(databases, seed, STEPS)
      expect(faults, lines.join('\n')).toEqual([])
      last = { seed, lines }
    })

    it.runIf(isHard)('is the same run for the same seed', async () => {
      const { lines } = await simulate(databases, last.seed, STEPS)
      expect(lines).toEqual(last.lines)
    })
  })
})
