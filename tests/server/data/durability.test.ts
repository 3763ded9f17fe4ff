import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { argumentsToRun } from '../../../scripts/run-server.ts'
import { createRandom } from '../../../scripts/seed/random.ts'
import { openDatabase } from '../../../server/data/open.ts'
import { MINUTE } from '../../../shared/time.ts'
import { configsOf } from '../../support/database.ts'
import { byTier, isHard } from '../../support/tier.ts'

const ROUNDS = 25
// Each round starts a process that recovers the database.
const timeout = 5 * MINUTE
const SEED = Number(process.env.SEED ?? 1)
// A failed fsync must end the process.
const NO_FSYNC = ['fsyncSync', 'EIO', 100, 'La base de datos se detuvo'] as const
// A full disk may also refuse just one statement.
const NO_ROOM = ['writeSync', 'ENOSPC', 500, 'No space left on device'] as const
const FAILURES = byTier({ test: [NO_FSYNC], hard: [NO_FSYNC, NO_ROOM] })

/** Starts a file beside this one in a process of its own. */
function run(file: string, ...args: (string | number)[]) {
  const program = argumentsToRun(`tests/server/data/${file}`)
  const child = spawn(process.execPath, [...program, ...args.map(String)])
  const [output, errors] = [text(child.stdout), text(child.stderr)]
  const ended = once(child, 'exit').then(async ([code]) => ({
    code,
    output: await output,
    errors: (await errors).slice(0, 2_000),
  }))
  return { child, ended, spoke: Promise.race([once(child.stdout, 'data'), ended]) }
}

/** Returns the last whole line of a steady writer: the numbers of acknowledged notes and bumps. */
const lastLine = (output: string) => output.split('\n').at(-2)?.split(' ')

describe(`an embedded database (repeat with SEED=${SEED})`, { timeout }, () => {
  const dataDirs = configsOf('embedded')
  const emptyDirs = configsOf('empty')

  it.runIf(isHard)(
    `has every acknowledged write when its process is killed, ${ROUNDS} times`,
    async () => {
      const { dataDir } = await dataDirs()
      const random = createRandom(SEED).next
      let acknowledged = ['0', '0']
      for (let round = 1; round <= ROUNDS; round++) {
        const writer = run('steady-writer.ts', dataDir, SEED + round, ...acknowledged)
        // Some are killed while they open the database, during its recovery.
        const whileOpening = random() < 0.2
        if (!whileOpening) await writer.spoke
        await sleep(random() * (whileOpening ? 1500 : 500))
        writer.child.kill('SIGKILL')
        const { output, errors } = await writer.ended
        expect(errors, `round ${round}`).toBe('')
        acknowledged = lastLine(output) ?? acknowledged
      }
      expect(Number(acknowledged[0])).toBeGreaterThan(ROUNDS)
    },
  )

  it.runIf(isHard)(
    `has every acknowledged write when the power fails, ${ROUNDS} times`,
    async () => {
      const { dataDir } = await emptyDirs()
      const { ended } = run('power-loss-rounds.ts', dataDir, ROUNDS, SEED, 'durable')
      const { code, output, errors } = await ended
      expect({ code, errors }, output).toEqual({ code: 0, errors: '' })
      expect(output.match(/^round/gm)).toHaveLength(ROUNDS)
    },
  )

  // Postgres takes an empty lock file for a server that is starting, and waits for ever.
  it.runIf(isHard)('opens after the power failed while its lock file was written', async () => {
    const { dataDir } = await dataDirs()
    await (await openDatabase({ dataDir })).close()
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '')
    const database = await openDatabase({ dataDir })
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    await database.close()
  })

  it.runIf(isHard)(
    'loses writes with the file system that the library ships, so the simulated power loss is hard enough',
    async () => {
      const { dataDir } = await emptyDirs()
      const { child, ended } = run('power-loss-rounds.ts', dataDir, 10, SEED, 'as-shipped')
      const timer = setTimeout(() => child.kill('SIGKILL'), MINUTE) // some folders never open
      const { code } = await ended
      clearTimeout(timer)
      expect(code).not.toBe(0)
    },
  )

  it.each(FAILURES)('has every acknowledged write when %s fails with %s', async (...failure) => {
    const [name, code, calls, lastWords] = failure
    const { dataDir } = await dataDirs()
    const failed = await run('failing-disk-writer.ts', dataDir, SEED, 0, 0, name, code, calls).ended
    expect(failed.code).toBe(1)
    expect(failed.errors).toContain(lastWords)

    const acknowledged = lastLine(failed.output) ?? []
    expect(Number(acknowledged[0])).toBeGreaterThan(0)
    const next = run('steady-writer.ts', dataDir, SEED, ...acknowledged)
    await next.spoke
    next.child.kill('SIGKILL')
    expect((await next.ended).errors).toBe('')
  })
})
