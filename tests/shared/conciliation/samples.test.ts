import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TrueRow } from '../../../scripts/conciliation/ground-truth.ts'
import { conciliateWorld, readWorld } from '../../../scripts/conciliation/world.ts'
import {
  judge,
  judgeReading,
  ratio,
  sumShares,
  type WorldTruth,
} from '../../support/judge-proposals.ts'

/* Statements in the formats of 17 downloads, invented, each with who paid what. */

const folder = fileURLToPath(new URL('../../statements', import.meta.url))
const names = readdirSync(folder)

function load<T>(world: string, file: string): T {
  return JSON.parse(readFileSync(`${folder}/${world}/${file}.json`, 'utf8'))
}

async function conciliate(world: string) {
  const statements = `${folder}/${world}/statements`
  const files = readdirSync(statements).map((name) => ({
    name,
    bytes: new Uint8Array(readFileSync(`${statements}/${name}`)),
  }))
  return conciliateWorld(readWorld(readFileSync(`${folder}/${world}/world.json`, 'utf8')), files)
}

const results = new Map<string, Awaited<ReturnType<typeof conciliate>>>()

beforeAll(async () => {
  for (const name of names) results.set(name, await conciliate(name))
})

function resultOf(name: string) {
  const result = results.get(name)
  if (!result) throw new Error(name)
  return result
}

describe('the samples', () => {
  it('are of 17 formats, with and without unique amounts', () => {
    expect(names).toHaveLength(34)
  })

  it.each(names)('reads every credit of %s', (name) => {
    const { aliases } = load<Required<WorldTruth>>(name, 'truth')
    const reading = judgeReading(load<TrueRow[]>(name, 'rows'), resultOf(name), aliases)
    expect(resultOf(name).problems).toEqual([])
    expect(reading).toMatchObject({ wrong: [], extra: [], inventedCuits: [] })
    expect(ratio(reading.names)).toBe(1)
    expect(ratio(reading.cuits)).toBe(1)
  })

  it.each(names)('matches nothing wrong automatically in %s', (name) => {
    expect(judge(load<WorldTruth>(name, 'truth'), resultOf(name)).wrong).toEqual([])
  })

  it('finds every match that has enough evidence', () => {
    const all = names.map((name) => judge(load<WorldTruth>(name, 'truth'), resultOf(name)))
    const { proven } = sumShares(all.map(({ proven }) => ({ proven })))
    expect(ratio(proven)).toBeGreaterThanOrEqual(0.92)

    const first = sumShares(all.map((one) => one.first))
    expect(ratio(first.cents)).toBeGreaterThanOrEqual(0.99)
    expect(ratio(first.cuit)).toBeGreaterThanOrEqual(0.97)
    expect(ratio(first.operation)).toBeGreaterThanOrEqual(0.97)
    expect(ratio(first.name)).toBeGreaterThanOrEqual(0.96)
    expect(ratio(first['part of a name'])).toBeGreaterThanOrEqual(0.9)
    expect(ratio(first['amount and day'])).toBeGreaterThanOrEqual(0.66)
  })
})
