import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { precompress } from './precompress.ts'
import { replicaFolder } from './replica-folder.ts'

const api = process.env.API_ORIGIN ?? 'http://localhost:3000'

/** The rules of forms, their calls, and zod: 12 kB that the contribution page asks for at the first touch. */
const RULES =
  /[\\/](zod[\\/]|shared[\\/](validation|user|account|banks|contribution|collection|statistics|complaint|api[\\/](accounts|collections))\.ts)/

/** How the screens of members ask and change, and what. */
const QUESTIONS =
  /[\\/](@electric-sql[\\/]|web[\\/]api[\\/](use-query|live|live-queries|mutate)\.ts|shared[\\/]((queries|mutations|api(?!.start\.ts))[\\/]|(named-(query|mutation)|paging|sync)\.ts))/

/**
 * Which modules travel together. Left alone, what two screens share becomes a file: the dashboard was 43 of
 * them, which six connections fetch one after the other, and which compress badly. Each group takes along what
 * its modules need; the first that wants a module has it.
 */
const GROUPS = [
  // What every page starts with.
  { name: 'program', test: /web[\\/](app|root)\.tsx$/, priority: 5 },
  // The page of who has the least patience brings nothing of the others.
  { name: 'contribute', test: /screens[\\/]contribute[\\/]contribute\.tsx$/, priority: 4 },
  { name: 'rules', test: RULES, priority: 3 },
  { name: 'common', minShareCount: 5, test: (id: string) => !QUESTIONS.test(id), priority: 2 },
  {
    name: 'members',
    test: /(screens[\\/]dashboard[\\/]dashboard|shell[\\/]live-screens)\.tsx$/,
    priority: 1,
  },
]

const root = new URL('.', import.meta.url).pathname

const pages = defineConfig({
  root,
  plugins: [react(), replicaFolder(), precompress(), serviceWorker()],
  // PGlite finds its own files beside its module; a worker imports modules.
  optimizeDeps: { exclude: ['@electric-sql/pglite'] },
  worker: { format: 'es', plugins: () => [replicaFolder()] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // 17 kB for all screens, in one request: those of the contribution page alone were ten.
    cssCodeSplit: false,
    // Which files a screen needs: who writes its page names them in its head (render.tsx).
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { '/api': api } },
})

/**
 * render.tsx for the server, with all that it stands on, in one file: another version of it must not share
 * half of its modules with the last.
 */
const writer = defineConfig({
  root,
  plugins: [react()],
  // React has two faces, and its own choice between them would be the server's environment.
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

/** Builds shell/service-worker.ts into /service-worker.js and tells it every file it may keep. */
function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'shell',
    filename: 'service-worker.ts',
    manifest: false, // public/manifest.webmanifest
    injectRegister: false, // shell/register-service-worker.ts
    injectManifest: {
      globPatterns: [
        '**/*.{js,css,html,svg,png,woff2,webmanifest,wasm,data}',
        'assets/pg_trgm*.gz',
      ],
      // Only a copy that is made anew needs its empty folder, nothing needs initdb, nobody the gallery.
      globIgnores: ['assets/replica-folder-*', 'assets/initdb-*', 'assets/gallery-*'],
      maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
    },
  })
}
