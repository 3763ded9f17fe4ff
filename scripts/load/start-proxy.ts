import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../child.mjs'

export interface Proxy {
  stop(): Promise<void>
}

/** Runs proxy.ts as a process of its own on `port`, in front of the servers at these origins. */
export async function startProxy(port: number, origins: readonly string[]): Promise<Proxy> {
  const ports = [port, ...origins.map((origin) => Number(new URL(origin).port))].map(String)
  const child = fork(join(root, 'scripts/load/proxy.ts'), ports, { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return {
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
