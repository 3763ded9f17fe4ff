import { readFileSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'
import { memoryFolder } from '../scripts/memory-folder.ts'

/*
 * The tests that judge a mutant; scripts/test-mutation.mjs names the files in MUTATION_TESTS. They
 * run without browsers and on the embedded database only, because each mutant needs a run.
 */
const FASTEST_FIRST = ['/tests/shared/', '/tests/web/', '/tests/']

/** The first failing test decides a mutant: the test of the mutated file runs first, then fast ones. */
class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const mutated = (this.ctx.config.related ?? []).map((file) => parse(file).name)
    const order = ({ moduleId }: TestSpecification) => {
      if (mutated.includes(basename(moduleId, '.test.ts'))) return 0
      return FASTEST_FIRST.findIndex((folder) => moduleId.includes(folder)) + 1
    }
    return files.toSorted((a, b) => order(a) - order(b))
  }
}

/**
 * Stryker 9.6 counts failed tests only. A mutant that keeps a file from loading, or lets its beforeAll
 * fail, would survive; this adds a failed test to such a file.
 */
const failUnloaded: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const { task } of modules as readonly (TestModule & { task: Task })[]) {
      const { result } = task
      if (result?.state !== 'fail' || testsOf(task).some(isFailed)) continue
      task.tasks?.push({ type: 'test', name: 'loads', mode: 'run', file: task, result })
    }
  },
}

interface Task {
  type: string
  result?: { state: string }
  tasks?: object[]
}

function testsOf(task: Task): Task[] {
  return task.type === 'test' ? [task] : (task.tasks as Task[]).flatMap(testsOf)
}

function isFailed({ result }: Task): boolean {
  return result?.state === 'fail'
}

process.env.TMPDIR = memoryFolder() // where the global setup makes the run's folder

/*
 * Vitest runs each mutant in a thread of its own. V8 shares the machine code of a WebAssembly module
 * between threads for as long as one of them has the module: without this one each mutant would
 * compile PGlite again.
 */
const pglite = fileURLToPath(import.meta.resolve('@electric-sql/pglite'))
Object.assign(globalThis, {
  keptPglite: new WebAssembly.Module(readFileSync(join(dirname(pglite), 'pglite.wasm'))),
})

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    env: { ENGINES: 'embedded', UNTIL_TIMEOUT: '4000' },
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/set-up-each-file.ts'],
    reporters: [failUnloaded],
    // Short, because a mutant often lets a test wait for something that never comes.
    testTimeout: 8_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 4_000 } },
    sequence: { sequencer: LikelyFirst },
  },
})
