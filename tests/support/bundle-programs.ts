import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { root } from '../../scripts/child.mjs'

/** Programs that tests start again and again, each time in a process of its own. */
const PROGRAMS = [
  'server/main.ts',
  ...['backup', 'demo', 'restore', 'move'].map((command) => `scripts/${command}.ts`),
  ...['steady-writer', 'failing-disk-writer', 'power-loss-rounds', 'lock-holder'].map(
    (name) => `tests/server/data/${name}.ts`,
  ),
]

/** Packages that load files of their own at run time: binaries, WebAssembly, workers. */
const EXTERNAL = ['@electric-sql/*', '@napi-rs/canvas', '@node-rs/argon2', 'pino']

/**
 * Bundles these programs and most of their packages for the length of a test run: a process then starts in a fraction
 * of the time that transpiling and reading a thousand files takes.
 *
 * The folder's path goes into `BUNDLED_PROGRAMS`, which scripts/run-server.ts reads in every process of the run.
 *
 * @returns a function that removes the folder
 */
export async function bundlePrograms(): Promise<() => Promise<void>> {
  const outdir = join(root, `.setup/programs-${process.pid}`)
  await build({
    entryPoints: PROGRAMS.map((file) => join(root, file)),
    outbase: root,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: EXTERNAL,
    plugins: [ownAddresses],
    // CommonJS packages in the bundle require Node's modules.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)`,
    },
    logLevel: 'error',
  })
  process.env.BUNDLED_PROGRAMS = outdir
  return () => rm(outdir, { recursive: true, force: true })
}

/** Keeps each file's own address in the bundle, for files that read other files beside them. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined
      const text = await readFile(path, 'utf8')
      const address = JSON.stringify(pathToFileURL(path).href)
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', address) }
    })
  },
}
