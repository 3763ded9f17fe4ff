import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MUTANTS } from '../../scripts/simulate/mutants.ts'

it.each(MUTANTS)(
  'the simulator can still put in the fault that $name',
  ({ file, before, after }) => {
    expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2)
    expect(after).not.toBe(before)
  },
)
