import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE } from '../../shared/time.ts'
import { root } from '../child.mjs'
import { MUTANTS, type Mutant } from './mutants.ts'

const LONGEST_SEED = 5 * MINUTE
const COPIED = ['server', 'shared', 'web', 'migrations', 'scripts', 'package.json', 'tsconfig.json']

/** Result of the simulation with one mutant. `broken`: the simulation did not run. */
export type Verdict =
  | { name: 'noticed'; fault: string }
  | { name: 'unnoticed' }
  | { name: 'broken'; output: string }

/**
 * Applies the mutants whose name contains `text` to a copy of the project, one by one, and prints how the simulation
 * notices each. Returns false if it missed one that it could see, or if a simulation did not run.
 */
export async function runMutants(seeds: number, text: string): Promise<boolean> {
  const waiting = MUTANTS.filter(({ name }) => name.includes(text))
  const counts = { noticed: 0, unseen: 0, missed: 0, broken: 0 }

  async function takeNext(): Promise<void> {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const { count, outcome } = describeVerdict(mutant, await verdictWith(mutant, seeds))
      counts[count] += 1
      console.log(`${mutant.name}\n    ${outcome}`)
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, takeNext))
  const { noticed, unseen, missed, broken } = counts
  console.log(`${noticed} noticed, ${unseen} unseen, ${missed} missed, ${broken} did not run`)
  return missed === 0 && broken === 0
}

interface Described {
  count: 'noticed' | 'unseen' | 'missed' | 'broken'
  outcome: string
}

function describeVerdict({ unseen }: Mutant, verdict: Verdict): Described {
  switch (verdict.name) {
    case 'noticed':
      return { count: 'noticed', outcome: verdict.fault.slice(0, 160) }
    case 'unnoticed':
      return unseen
        ? { count: 'unseen', outcome: `unseen: ${unseen}` }
        : { count: 'missed', outcome: 'MISSED' }
    case 'broken':
      return {
        count: 'broken',
        outcome: `DID NOT RUN:\n${verdict.output.trim().slice(-2_000)}`,
      }
  }
}

async function verdictWith(mutant: Mutant, seeds: number): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'entre-todos-mutant-'))
  try {
    for (const name of COPIED) {
      const isSource = (path: string) => !path.startsWith(join(root, 'web/dist'))
      await cp(join(root, name), join(folder, name), { recursive: true, filter: isSource })
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await apply(mutant, folder)
    return await runIn(folder, seeds)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function apply({ name, file, before, after }: Mutant, folder: string): Promise<void> {
  const path = join(folder, file)
  const parts = (await readFile(path, 'utf8')).split(before)
  if (parts.length !== 2) throw new Error(`${file} no longer holds what "${name}" replaces`)
  await writeFile(path, parts.join(after))
}

async function runIn(folder: string, seeds: number): Promise<Verdict> {
  const args = ['--import', 'tsx', 'scripts/simulate.ts', '--seeds', String(seeds)]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: seeds * LONGEST_SEED, // a mutant may loop without end
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise((resolve) => child.once('close', resolve))
  return verdictOf(output, code === 0)
}

/** Reads the output of scripts/simulate.ts. `isWell`: its exit code was 0. */
export function verdictOf(output: string, isWell: boolean): Verdict {
  const seed = /^Seed (\d+) ends wrong/m.exec(output)?.[1]
  if (isWell && / 0 wrong\s*$/.test(output)) return { name: 'unnoticed' }
  if (isWell || seed === undefined) return { name: 'broken', output }
  return { name: 'noticed', fault: `seed ${seed}: ${/FAULT (.*)/.exec(output)?.[1] ?? 'no text'}` }
}
