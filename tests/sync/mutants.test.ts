import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MUTANTS } from '../../scripts/simulate/mutants.ts'
import { verdictOf } from '../../scripts/simulate/run-mutants.ts'

it.each(MUTANTS)(
  'the simulator can still put in the fault that $name',
  ({ file, before, after }) => {
    expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2)
    expect(after).not.toBe(before)
  },
)

it('counts a mutant as noticed only when the simulation ends with a fault', () => {
  const fault =
    '  1.000 FAULT Lucía: went back from 2 to 1\nSeed 7 ends wrong. Again: …\n7 seeds in 3 s, 1 wrong\n'
  expect(verdictOf(fault, false)).toEqual({
    name: 'noticed',
    fault: 'seed 7: Lucía: went back from 2 to 1',
  })
  expect(verdictOf('40 seeds in 99.0 s, 0 wrong\n', true)).toEqual({ name: 'unnoticed' })
})

it('does not count a mutant whose simulation did not run', () => {
  const crash = 'Error: Cannot find package\n\nNode.js v20.20.2\n'
  expect(verdictOf(crash, false)).toEqual({ name: 'broken', output: crash })
  expect(verdictOf('', true)).toEqual({ name: 'broken', output: '' })
})
