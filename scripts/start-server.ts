import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './child.mjs'
import { freePort } from './free-port.ts'

const PATIENCE = 60_000 // ms

export interface Server {
  origin: string
  stop(): Promise<void>
}

/**
 * Runs the product's own server on a free port until it is stopped or this process ends; `settings` go
 * into its environment.
 */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: {
      ...env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      ORIGIN: origin,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close').finally(() => process.off('exit', kill))
  await untilReady(origin, ended)
  return {
    origin,
    async stop() {
      child.kill()
      await ended
    },
  }
}

async function untilReady(origin: string, ended: Promise<unknown>): Promise<void> {
  const until = Date.now() + PATIENCE
  let running = true
  ended.finally(() => {
    running = false
  })
  while (running && Date.now() < until) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => null)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('The server did not start')
}
