import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { root } from '../../scripts/child.mjs'

/** Packages that load files of their own at run time: binaries, WebAssembly, workers. */
const EXTERNAL = ['@electric-sql/*', '@napi-rs/canvas', '@node-rs/argon2', 'pino']

/**
 * Bundles the server and most of its packages into one file for the length of a test run: a process then
 * starts in a fraction of the time that transpiling and reading a thousand files takes.
 *
 * The path goes into `SERVER_BUNDLE`, which scripts/run-server.ts reads in every process of the run.
 *
 * @returns a function that removes the bundle
 */
export async function bundleServer(): Promise<() => Promise<void>> {
  const outfile = join(root, `.setup/server-${process.pid}.mjs`)
  await build({
    entryPoints: [join(root, 'server/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: EXTERNAL,
    plugins: [ownAddresses],
    // CommonJS packages in the bundle require Node's modules.
    banner: {
      js: `import { createRequire as from } from 'node:module'; const require = from(import.meta.url)`,
    },
    logLevel: 'error',
  })
  process.env.SERVER_BUNDLE = outfile
  return () => rm(outfile, { force: true })
}

/** Keeps each file's own address in the bundle, for files that read other files beside them. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/server\/.*\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
    }))
  },
}
