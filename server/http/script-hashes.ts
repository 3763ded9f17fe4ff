import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM_START } from './program-start.ts'

/** `'sha256-…'` for each inline script (CSP 3, 2.3.1). */
export function scriptHashes(folder: string): string[] {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return []
  const page = readFileSync(index, 'utf8') + PROGRAM_START
  const scripts = page.matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}
