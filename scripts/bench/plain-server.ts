import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Responds to a PUT once its body is on the disk, and to other requests with an empty page. */
export async function openPlainServer(folder: string) {
  let files = 0
  const server = createServer(async (request, response) => {
    if (request.method !== 'PUT') {
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>PUT</title>')
      return
    }
    const file = await open(join(folder, `put-${files++}`), 'wx')
    await pipeline(request, file.createWriteStream({ flush: true }))
    response.writeHead(201).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
