/*
 * node --import tsx scripts/load/proxy.ts PORT TARGET_PORT…: shares requests out as scripts/deploy/nginx.conf
 * does: each to the process with the fewest under way, over a new connection; one that refuses the connection is
 * left alone for a while, and the request goes to another. It ends with whoever started it.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const LEFT_ALONE = 2_000 // ms

interface Target {
  port: number
  underWay: number
  refusedAt: number
}

const [port, ...ports] = process.argv.slice(2).map(Number)
const targets: Target[] = ports.map((port) => ({ port, underWay: 0, refusedAt: 0 }))

process.once('disconnect', () => process.exit())
createServer({ requestTimeout: 0 }, (incoming, outgoing) => pass(incoming, outgoing, inOrder()))
  .on('clientError', (_error, socket) => socket.destroy())
  .listen(port, '127.0.0.1', () => process.send?.('listening'))

/** Targets that refused a connection lately come last, not never: where all did, one may be back. */
function inOrder(): Target[] {
  const lately = Date.now() - LEFT_ALONE
  return [...targets].sort(
    (a, b) =>
      Number(a.refusedAt > lately) - Number(b.refusedAt > lately) || a.underWay - b.underWay,
  )
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, [target, ...others]: Target[]) {
  if (!target) return void outgoing.destroy()
  const { method, url, headers } = incoming
  const asking = request({
    host: '127.0.0.1',
    port: target.port,
    agent: false,
    method,
    path: url,
    headers,
  })
  target.underWay += 1
  let open = true
  const close = () => {
    if (open) target.underWay -= 1
    open = false
  }
  let connected = false
  asking.once('socket', (socket) =>
    socket.once('connect', () => {
      connected = true
      incoming.pipe(asking)
    }),
  )
  asking.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    answer.pipe(outgoing)
    answer.once('error', () => outgoing.destroy())
  })
  asking.once('close', close)
  asking.once('error', () => {
    close()
    if (connected || outgoing.headersSent) return void outgoing.destroy()
    target.refusedAt = Date.now()
    pass(incoming, outgoing, others)
  })
  outgoing.once('close', () => asking.destroy())
}
