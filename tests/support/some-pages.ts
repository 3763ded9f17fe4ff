import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/** A folder as Vite leaves it, with next to nothing in it. */
export function somePages(): string {
  const folder = makeTemporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Entre Todos</title>')
  writeFileSync(join(folder, 'assets/app.js'), 'console.log(1)')
  return folder
}
