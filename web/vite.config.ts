import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { precompress } from './precompress.ts'
import { replicaFolder } from './replica-folder.ts'

const api = process.env.API_ORIGIN ?? 'http://localhost:3000'

const RULES =
  /[\\/](zod[\\/]|shared[\\/](validation|user|account|banks|contribution|collection|statistics)\.ts)/

/** How the screens of members ask, and what. It leads to the rules: a group takes along what its files need. */
const QUESTIONS =
  /[\\/](@electric-sql[\\/]|web[\\/]api[\\/](use-query|live|live-queries)\.ts|shared[\\/]((queries|mutations)[\\/]|named-(query|mutation)\.ts|paging\.ts))/

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
    // Which files a screen needs: who writes its page names them in its head (render.tsx).
    manifest: true,
    rolldownOptions: {
      // What most screens use travels in one file: compressed together it weighs 7 kB less. Six of them
      // and the gallery, which uses everything, make seven. The rules
      // of forms (zod, 10 kB) stay out of it: the contribution page asks for them at the first touch,
      // and never for the members' questions.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'common',
              minShareCount: 7,
              test: (id) => !RULES.test(id) && !QUESTIONS.test(id),
            },
          ],
        },
      },
    },
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
