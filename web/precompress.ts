import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|wasm|data)$/

/** Larger files get a lower quality: for the engine's 10 MB the last few percent would take most of a minute. */
const LARGE = 1024 * 1024 // bytes

/** Writes a .br and a .gz beside every file that gets smaller by them, so that the server only chooses one. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file))) {
        const path = join(dir, name)
        const bytes = readFileSync(path)
        const isLarge = bytes.length > LARGE
        const quality = isLarge ? 5 : constants.BROTLI_MAX_QUALITY
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: isLarge ? 6 : 9 }))
      }
    },
  }
}
