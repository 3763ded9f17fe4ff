/*
 * node --import tsx scripts/load/proxy.ts PORT TARGET_PORT…: distributes requests as scripts/deploy/nginx.conf
 * does. Each goes to the process with the fewest open requests, over a new connection. After a refused connection
 * the request goes to another process, and the first gets none for a while. Ends with its parent process.
 * Unlike tests/support/reverse-proxy.ts, it neither polls /api/ready nor repeats a request after a 503, and clients do
 * not slow it, because it is a process of its own.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const SKIP_AFTER_REFUSAL = 2_000 // ms

interface Target {
  port: number
  open: number
  refusedAt: number
}

const [port, ...ports] = process.argv.slice(2).map(Number)
const targets: Target[] = ports.map((port) => ({ port, open: 0, refusedAt: 0 }))

process.once('disconnect', () => process.exit())
createServer({ requestTimeout: 0 }, (incoming, outgoing) => pass(incoming, outgoing, inOrder()))
  .on('clientError', (_error, socket) => socket.destroy())
  .listen(port, '127.0.0.1', () => process.send?.('listening'))

/** Targets that refused a connection lately come last. They are not left out, because all may have refused. */
function inOrder(): Target[] {
  const lately = Date.now() - SKIP_AFTER_REFUSAL
  return [...targets].sort(
    (a, b) => Number(a.refusedAt > lately) - Number(b.refusedAt > lately) || a.open - b.open,
  )
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, [target, ...others]: Target[]) {
  if (!target) return void outgoing.destroy()
  const { method, url, headers } = incoming
  const forwarded = request({
    host: '127.0.0.1',
    port: target.port,
    agent: false,
    method,
    path: url,
    headers,
  })
  target.open += 1
  let isOpen = true
  const close = () => {
    if (isOpen) target.open -= 1
    isOpen = false
  }
  let connected = false
  forwarded.once('socket', (socket) =>
    socket.once('connect', () => {
      connected = true
      incoming.pipe(forwarded)
    }),
  )
  forwarded.once('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    outgoing.flushHeaders()
    response.pipe(outgoing)
    response.once('error', () => outgoing.destroy())
  })
  forwarded.once('close', close)
  forwarded.once('error', () => {
    close()
    if (connected || outgoing.headersSent) return void outgoing.destroy()
    target.refusedAt = Date.now()
    pass(incoming, outgoing, others)
  })
  outgoing.once('close', () => forwarded.destroy())
}
