import { describe } from 'vitest'
import {
  bothEngines,
  chosenEngines,
  databasesOf,
  type EngineName,
  type OpenDatabase,
} from './database.ts'

/*
 * The two tiers of Vitest, chosen by the environment variable TIER:
 *
 *   test  npm test. Checks every rule once, and on both engines where they can differ.
 *   hard  npm run test:hard. Adds kills, power loss, load, more seeds, and the other engine.
 *
 * `*.hard.test.ts` runs in the hard tier only. A file that imports this module runs in both tiers;
 * every other file in the first only (tests/vitest.config.ts).
 */

export const isHard = process.env.TIER === 'hard'

/** Returns the value for the current tier, e.g. how often a property is tried. */
export function byTier<T>(values: { test: T; hard: T }): T {
  return isHard ? values.hard : values.test
}

/**
 * Runs a suite on the embedded engine in the first tier and on PostgreSQL in the hard one. For rules
 * that do not depend on the engine. ENGINES=embedded|postgres|both overrides the choice.
 */
export function engineOfTier(suite: (open: OpenDatabase, engine: EngineName) => void): void {
  describe.each(enginesOfTier())('on %s', (engine) => suite(databasesOf(engine), engine))
}

/** Does the same as `engineOfTier`, and runs on both engines in the hard tier: for suites that do more there. */
export function eachEngineWhenHard(suite: (open: OpenDatabase, engine: EngineName) => void): void {
  const engines = isHard ? bothEngines() : enginesOfTier()
  describe.each(engines)('on %s', (engine) => suite(databasesOf(engine), engine))
}

/** The engines on which `engineOfTier` runs its suite. */
export function enginesOfTier(): EngineName[] {
  return chosenEngines() ?? byTier({ test: ['embedded'], hard: ['postgres'] })
}
