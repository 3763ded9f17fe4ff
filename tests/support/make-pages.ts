import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/** Makes a folder of pages as Vite builds it, with one page and one script. */
export function makePages(): string {
  const folder = makeTemporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Entre Todos</title>')
  writeFileSync(join(folder, 'assets/app.js'), 'console.log(1)')
  return folder
}
