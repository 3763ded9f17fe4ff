import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MUTANTS, type Mutant } from './mutants.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = ['server', 'shared', 'web', 'migrations', 'scripts', 'package.json', 'tsconfig.json']

/**
 * Applies the mutants whose name contains `text` to a copy of the project, one by one, and prints the fault
 * by which the simulator notices each within `seeds` seeds. Returns whether it noticed all that it can see.
 */
export async function runMutants(seeds: number, text: string): Promise<boolean> {
  const waiting = MUTANTS.filter(({ name }) => name.includes(text))
  const counts = { noticed: 0, unseen: 0, missed: 0 }

  async function takeNext(): Promise<void> {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const fault = await faultWith(mutant, seeds)
      if (fault !== null) counts.noticed += 1
      else if (mutant.unseen) counts.unseen += 1
      else counts.missed += 1
      const outcome = fault ?? (mutant.unseen ? `unseen: ${mutant.unseen}` : 'MISSED')
      console.log(`${mutant.name}\n    ${outcome.slice(0, 160)}`)
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, takeNext))
  const { noticed, unseen, missed } = counts
  console.log(`${noticed} noticed, ${unseen} unseen, ${missed} missed`)
  return missed === 0
}

/** Returns the first fault of the simulation and its seed; null when all seeds end well. */
async function faultWith(mutant: Mutant, seeds: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'entre-todos-mutant-'))
  try {
    for (const name of COPIED) {
      const isSource = (path: string) => !path.startsWith(join(ROOT, 'web/dist'))
      await cp(join(ROOT, name), join(folder, name), { recursive: true, filter: isSource })
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await apply(mutant, folder)
    return faultIn(await outputOf(folder, seeds))
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

async function outputOf(folder: string, seeds: number): Promise<string> {
  const args = ['--import', 'tsx', 'scripts/simulate.ts', '--seeds', String(seeds)]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise((resolve) => child.once('close', resolve))
  return code === 0 ? '' : output
}

function faultIn(output: string): string | null {
  if (output === '') return null
  const seed = /^Seed (\d+)/m.exec(output)?.[1]
  const fault = /FAULT (.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1)
  return seed === undefined ? `it does not run: ${fault}` : `seed ${seed}: ${fault}`
}
