import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'
import { replicaFolder } from './replica-folder.ts'

const api = process.env.API_ORIGIN ?? 'http://localhost:3000'

const RULES =
  /[\\/](zod[\\/]|shared[\\/](validation|user|account|banks|contribution|collection)\.ts)/

/** How the screens of members ask. */
const QUESTIONS = /[\\/](@electric-sql[\\/]|web[\\/]api[\\/](use-query|live|live-queries)\.ts)/

export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  plugins: [react(), replicaFolder(), precompress()],
  // PGlite finds its own files beside its module; a worker imports modules.
  optimizeDeps: { exclude: ['@electric-sql/pglite'] },
  worker: { format: 'es', plugins: () => [replicaFolder()] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What most screens use travels in one file: compressed together it weighs 7 kB less. The rules
      // of forms (zod, 10 kB) stay out of it: the contribution page asks for them at the first touch,
      // and never for the members' questions.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'common',
              minShareCount: 6,
              test: (id) => !RULES.test(id) && !QUESTIONS.test(id),
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api } },
})
