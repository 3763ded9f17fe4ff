/* The site under load: real processes of the product's server on this machine, as in production. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../server/data/database.ts'
import type { DatabaseConfig } from '../../server/data/open.ts'
import { root } from '../child.mjs'
import { freePort } from '../free-port.ts'
import { type PostgresServer, startPostgres } from '../start-postgres.ts'
import { type ServerProcess, startUnlimitedServer } from '../start-server.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { withDatabase } from '../with-database.ts'
import { makeOrganisers, type Organiser } from './make-organisers.ts'

/** One process with the embedded database, one with PostgreSQL, or three with PostgreSQL behind a proxy. */
export const SITES = ['embedded', 'postgres', 'three'] as const
export type SiteKind = (typeof SITES)[number]

export interface Site {
  kind: SiteKind
  /** The address that clients use: the proxy's or the only server's. */
  origin: string
  servers: readonly ServerProcess[]
  /** The address of each server's metrics. */
  metrics: readonly string[]
  /** null with the embedded database and with a given one. */
  postgres: PostgresServer | null
  organisers: readonly [Organiser, ...Organiser[]]
  /** The database and data folder, to read after all servers have stopped. */
  config: DatabaseConfig
  stopServers(): Promise<void>
  /** Stops everything and removes the files. */
  close(): Promise<void>
}

interface Options {
  kind: SiteKind
  organisers: number
  /** An empty, migrated database. Absent: one of its own. */
  config?: DatabaseConfig | undefined
  /** The data folder. Absent: a temporary one. */
  dataDir?: string | undefined
  /** Fills the database further before the servers start. */
  fill?: ((database: Database, organisers: Site['organisers']) => Promise<void>) | undefined
  /** Added to the servers' environment. */
  settings?: Record<string, string> | undefined
}

/** Makes the organisers, then starts the servers. Resolves when all are ready. */
export async function openSite(options: Options): Promise<Site> {
  const { kind, organisers, config: given, dataDir, settings, fill } = options
  const folder = makeTemporaryFolder()
  chmodSync(folder, 0o711) // PostgreSQL runs as another user, who must be able to enter
  const own = kind === 'embedded' || given ? null : await startPostgres(folder)
  const config = given ?? { dataDir: dataDir ?? `${folder}/data`, databaseUrl: own?.url }
  const people = await withDatabase(config, async (database) => {
    const made = await makeOrganisers(database, organisers)
    await fill?.(database, made)
    return made
  })

  const proxyPort = kind === 'three' ? await freePort() : null
  const metrics: string[] = []
  const start = async () => {
    const port = await freePort()
    metrics.push(`http://127.0.0.1:${port}/metrics`)
    return startUnlimitedServer(config.dataDir, {
      METRICS_PORT: String(port),
      ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
      ...(proxyPort ? { ORIGIN: `http://127.0.0.1:${proxyPort}` } : {}),
      ...settings,
    })
  }
  const first = await start()
  const servers = kind === 'three' ? [first, await start(), await start()] : [first]
  const origins = servers.map(({ origin }) => origin)
  const proxy = proxyPort ? await startProxy(proxyPort, origins) : null

  let stopped: Promise<unknown> | null = null
  const stopServers = async () => {
    stopped ??= Promise.all([proxy, ...servers].map((process) => process?.stop()))
    await stopped
  }
  return {
    kind,
    origin: proxyPort ? `http://127.0.0.1:${proxyPort}` : first.origin,
    servers,
    metrics,
    postgres: own,
    organisers: people,
    config,
    stopServers,
    async close() {
      await stopServers()
      await own?.stop()
      removeTemporaryFolder(folder)
    },
  }
}

/** Runs proxy.ts as a process of its own on `port`, in front of the servers at these origins. */
async function startProxy(
  port: number,
  origins: readonly string[],
): Promise<{ stop(): Promise<void> }> {
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
