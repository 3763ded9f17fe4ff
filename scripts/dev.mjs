// npm run dev: runs the server and Vite; both reload when a file changes. Ctrl-C ends both.
// PORT is the server's, PAGES_PORT is Vite's, 5173 by default.
import { startChild } from './child.mjs'
import { ensureInstalled, giveUp } from './setup.mjs'

const api = process.env.PORT ?? '3000'
const pages = process.env.PAGES_PORT ?? '5173'

await ensureInstalled({ tools: true }).catch(giveUp)

const children = [
  startChild('node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], {
    env: { PORT: api, ORIGIN: process.env.ORIGIN ?? `http://localhost:${pages}` },
  }),
  startChild('node_modules/vite/bin/vite.js', ['web', '--port', pages, '--strictPort'], {
    env: { API_ORIGIN: `http://localhost:${api}` },
  }),
]
console.log(`Entre Todos, en desarrollo: http://localhost:${pages} (Ctrl-C para terminar)`)

// When one ends by itself, the other is ended too; a signal has reached both already.
const first = await Promise.race(children.map((child) => child.ended))
const asked = children.some((child) => child.askedBy())
if (!asked) for (const child of children) child.end()
await Promise.all(children.map((child) => child.ended))
process.exit(asked ? 0 : first)
