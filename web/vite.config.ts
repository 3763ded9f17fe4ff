/* Two builds, by scripts/setup.mjs: the pages into dist/, and render.tsx for the server into dist/.server/. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { replicaFolder } from './replica-folder.ts'

const api = process.env.API_ORIGIN ?? 'http://localhost:3000'

/** The forms' rules and calls, and zod: 12 kB that the contribution page loads at the first touch. */
const RULES =
  /[\\/](zod[\\/]|shared[\\/](validation|user|banks|contribution|collection|statistics|complaint|api[\\/](accounts|collections))\.ts)/

/** Queries and mutations of the members' screens, and own-collection.tsx, which imports them. */
const QUERIES_AND_MUTATIONS =
  /[\\/](@electric-sql[\\/]|own-collection\.tsx|web[\\/]api[\\/](use-query|live|live-queries|mutate)\.ts|shared[\\/]((queries|mutations|api(?!.start\.ts))[\\/]|(named-(query|mutation)|paging|sync)\.ts))/

/**
 * Groups modules into chunks. By default each module that two screens share becomes a chunk: the dashboard had 43,
 * which load one after the other over six connections and compress badly. A group includes the dependencies of its
 * modules; a module belongs to the first group that needs it.
 */
const GROUPS = [
  // Loaded by every page. The styles are in the first chunk, so that they come before those of every module.
  // react-dom's core too: the list of all rows shares it, so it would become a chunk of its own.
  {
    name: 'program',
    test: /(web[\\/](app\.tsx|styles[\\/].*)|react-dom[\\/](index|cjs[\\/]react-dom\.production)\.js)$/,
    priority: 5,
  },
  // The contribution page loads nothing of the other screens.
  { name: 'contribute', test: /screens[\\/]contribute[\\/]contribute\.tsx$/, priority: 4 },
  { name: 'rules', test: RULES, priority: 3 },
  {
    name: 'common',
    minShareCount: 5,
    test: (id: string) => !QUERIES_AND_MUTATIONS.test(id),
    priority: 2,
  },
  {
    name: 'members',
    test: /(screens[\\/]dashboard[\\/]dashboard|shell[\\/]live-screens)\.tsx$/,
    priority: 1,
  },
]

const root = import.meta.dirname

const ROUTER = join(root, '../node_modules/react-router/dist/production')

const pages = defineConfig({
  root,
  plugins: [react(), replicaFolder(), fetchBeforeImport(), precompress(), serviceWorker()],
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') },
      { find: /^react-router\/dom$/, replacement: join(ROUTER, 'dom-export.mjs') },
    ],
  },
  // PGlite finds its files beside its module; a worker imports modules.
  optimizeDeps: { exclude: ['@electric-sql/pglite'] },
  worker: { format: 'es', plugins: () => [replicaFolder()] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome109', 'firefox115', 'safari16.2', 'ios16.2'],
    assetsInlineLimit: 0,
    // One file of 17 kB for all screens. Split, the contribution page alone made ten requests.
    cssCodeSplit: false,
    // The manifest names the files of each screen, for the head of rendered pages (render.tsx).
    manifest: true,
    modulePreload: { resolveDependencies: withModule },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  // The modules of web/api have addresses under /api too.
  server: { proxy: { '^/api/(?![^?]*\\.tsx?(\\?|$))': api } },
})

/** render.tsx and its dependencies for the server in one file, so that two versions never share modules. */
const writer = defineConfig({
  root,
  plugins: [react()],
  // React has a development and a production build, and would choose by the server's environment.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: 'render.tsx',
    outDir: 'dist/.server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: false } },
  },
})

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? writer : pages))

/** Replaces Vite's helper for `import()`, which preloads imports of the module in a way that cannot be repeated. */
function fetchBeforeImport(): Plugin {
  return {
    name: 'fetch-before-import',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return
      const path = JSON.stringify(join(root, 'fetch-then-import.ts'))
      return `export { fetchThenImport as __vitePreload } from ${path}`
    },
  }
}

/** Returns the files to fetch before an `import()`. Vite leaves out a module that imports nothing. */
function withModule(module: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) {
  return hostType === 'js' && files.length === 0 ? [module] : files
}

/** Builds shell/service-worker.ts into /service-worker.js with the list of files that it may cache. */
function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'shell',
    filename: 'service-worker.ts',
    manifest: false, // public/manifest.webmanifest
    injectRegister: false, // main.tsx registers it
    injectManifest: {
      globPatterns: [
        '**/*.{js,css,html,svg,png,woff2,webmanifest,wasm,data}',
        'assets/pg_trgm*.gz',
      ],
      // Not cached: the empty folder (only for a new replica), initdb (never used) and the gallery.
      globIgnores: ['assets/replica-folder-*', 'assets/initdb-*', 'assets/gallery-*'],
      maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
    },
  })
}

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|wasm|data)$/

/** Larger files get a lower quality: for the engine's 10 MB the last few percent would take most of a minute. */
const LARGE = 1024 * 1024 // bytes

/** Writes a .br and a .gz beside every file that gets smaller by them, so that the server only chooses one. */
function precompress(): Plugin {
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
