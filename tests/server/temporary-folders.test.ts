import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/child.mjs'
import { makeTemporaryFolder, removeTemporaryFolders } from '../../scripts/temporary-folder.ts'

describe('temporary folders', () => {
  it('are made in the folder of the run', () => {
    expect(dirname(makeTemporaryFolder())).toMatch(/\/entre-todos-tests-\w+$/)
  })

  it('are removed after each test file', () => {
    const folders = [makeTemporaryFolder(), makeTemporaryFolder()]
    removeTemporaryFolders()
    expect(folders.filter(existsSync)).toEqual([])
  })

  it('are removed when the test runner is killed', async () => {
    const keeper = spawn(
      process.execPath,
      ['--import', 'tsx', join(root, 'tests/support/database-keeper.ts')],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    const [line] = await once(createInterface(keeper.stdout), 'line')
    const { folder } = JSON.parse(line)
    mkdirSync(join(folder, 'of-a-worker'))
    keeper.stdin.destroy() // as the end of the runner's process does
    await once(keeper, 'exit')
    expect(existsSync(folder)).toBe(false)
  })
})
