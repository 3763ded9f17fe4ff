/* Starts the server (`npm start`), its periodic jobs, and stops both on a signal. */
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { setImmediate as afterPoll, setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../shared/errors.ts'
import { DAY, MINUTE, SECOND } from '../shared/time.ts'
import { createApp } from './app.ts'
import { serveBackupRequests } from './backup/backup-socket.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Context, createContext } from './context.ts'
import { SPACE_TO_START, spaceOf } from './data/disk.ts'
import { keepPrivate } from './data/private-folder.ts'
import { deleteDoomedFiles } from './domain/account-deletion.ts'
import { startClosingOverdue } from './domain/close-overdue.ts'
import { deleteHidden } from './domain/hidden-contributions.ts'
import { forgetWebhooks } from './domain/payments/process-webhook.ts'
import { startReconciliation } from './domain/payments/reconcile-payments.ts'
import { sweepUploads } from './domain/receipts/sweep-uploads.ts'
import { freeAmounts } from './domain/reserved-amounts.ts'
import { startFeedTrimming } from './domain/sync/trim-feed.ts'
import { createTimeLimitedServer, timeLimits } from './http/time-limited-server.ts'
import { watchDisk, watchWaitingWork } from './metrics/gauges.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'

const GRACE = 9.5 * SECOND // from the signal to the end of the process
const CUT = 8 * SECOND // from the signal until requests under way are cut off
const BACKLOG = 511 // Node's default for listen: connections that wait to be accepted
const SILENT = 2 * SECOND // closes a connection without a first request at this age

/** Law 25.326: people must be able to ask for their data and have it corrected. */
const NO_CONTACT =
  'Falta SUPPORT_EMAIL: sin un email de contacto nadie puede pedir que corrijas o borres sus datos (ley 25.326).'

/** Error codes of listening at an address of another machine, or at a name without an address. */
const NO_ADDRESS_HERE = new Set(['EADDRNOTAVAIL', 'EAI_AGAIN', 'ENOTFOUND'])
const NOT_HERE =
  'HOST debe ser una dirección de esta máquina, por ejemplo 127.0.0.1, o 0.0.0.0 para todas.'

try {
  await start()
} catch (error) {
  console.error(sentence(error))
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  await requirePort(config)
  const open = prepareFolder(config.dataDir)
  if (!config.databaseUrl) await requireSpaceToStart(config.dataDir)
  const context = await createContext(config)
  const limits = timeLimits({ isBehindProxy: config.trustedProxy !== undefined })
  const server = createTimeLimitedServer(listenerOf(context), config.maxConnections, limits)
  const closeSilent = watchConnections(server)
  await listen(server, config).catch(async (error) => {
    await context.close()
    throw error
  })
  const { log } = context
  if (open.length > 0) log.warn({ open }, 'other users of this machine can read the data folder')
  const onFault = (error: unknown) => log.error({ error: sentence(error) }, 'feed not trimmed')
  const jobs = [
    startFeedTrimming({ ...context, onFault }),
    startReconciliation(context),
    startClosingOverdue(context),
    await serveBackups(context),
    await showMetrics(context),
  ]
  endOnSignal(() => stop(server, context, jobs, closeSilent))
  endOnFault(context)
  void context.mailQueue.wake()
  void context.notices.wake()
  sweepDaily(context)
  setInterval(() => void context.disk.takesWrites(), MINUTE).unref()

  console.log(`Entre Todos está en ${config.origin}`)
  if (config.secure && !config.supportEmail) console.log(NO_CONTACT)
  if (!config.smtpUrl) console.log(`Los emails no se envían: quedan en ${config.dataDir}/mail`)
}

/** Fails before the data folder is touched: it may be that of the server that has the port. */
async function requirePort(config: Config): Promise<void> {
  const probe = createServer((socket) => socket.destroy())
  await listen(probe, config)
  await new Promise((closed) => probe.close(closed))
}

/** Returns the paths that stay open to other users. */
function prepareFolder(dataDir: string): string[] {
  try {
    const open = keepPrivate(dataDir)
    // Node reports a folder on a read-only disk as missing when it makes another one inside.
    accessSync(dataDir, constants.W_OK)
    return open
  } catch (error) {
    throw new ConfigError(notWritable(dataDir, error as NodeJS.ErrnoException))
  }
}

/** On a full disk the embedded database fails half-way through its start, without a useful message. */
async function requireSpaceToStart(dataDir: string): Promise<void> {
  const { free } = await spaceOf(dataDir)
  if (free < SPACE_TO_START) throw new ConfigError(noSpaceIn(dataDir))
}

/** While the server stops, each response closes its connection, so that clients move to another process. */
function listenerOf(context: Context): RequestListener {
  const { host } = new URL(context.config.origin) // for a request of HTTP 1.0, which may name none
  const respond = getRequestListener(createApp(context).fetch, { hostname: host })
  return (request, response) => {
    if (context.stopping.signal.aborted) response.setHeader('Connection', 'close')
    return respond(request, response)
  }
}

type Stop = () => Promise<void> | void

/** For the embedded database only: on PostgreSQL `npm run backup` connects to the database itself. */
async function serveBackups({ database, files, config, log }: Context): Promise<Stop> {
  if (database.engine !== 'embedded') return () => {}
  const { dataDir, secret } = config
  const installation = { database, files, dataDir, hasOwnSecret: secret !== undefined }
  const onFault = (error: unknown) => log.error({ error: sentence(error) }, 'backup failed')
  return serveBackupRequests(installation, onFault).catch((error) => {
    log.warn({ error: error.code }, 'nobody can ask for a backup: no socket in the data folder')
    return () => {}
  })
}

async function showMetrics({ config, metrics, database, disk }: Context): Promise<Stop> {
  if (!config.metrics) return () => {}
  watchWaitingWork(metrics.registry, database)
  watchDisk(metrics.registry, disk)
  return serveMetrics(metrics.registry, config.metrics).catch((error) => {
    throw new ConfigError(`No se pueden publicar las métricas: ${error.message}`)
  })
}

async function listen(server: NetServer, { port, host }: Config): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new ConfigError(portTaken(port))
    if (error.code === 'EACCES')
      throw new ConfigError(`No hay permiso para usar el puerto ${port}.`)
    if (NO_ADDRESS_HERE.has(error.code ?? '')) throw new ConfigError(NOT_HERE)
    throw error
  })
}

/**
 * Browsers open connections in advance, and Node does not count them as idle. Returns a function that closes those
 * without a request, but not young ones: a proxy may be about to use them.
 */
function watchConnections(server: Server): () => void {
  const openedAt = new Map<Socket, number>()
  server.on('connection', (socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  return () => {
    const before = performance.now() - SILENT
    for (const [socket, opened] of openedAt) {
      if (socket.bytesRead === 0 && opened < before) socket.destroy()
    }
  }
}

/**
 * Stops within GRACE: streams end and /api/ready fails; for DRAIN_SECONDS requests are accepted, until load balancers
 * have noticed; requests under way may finish until CUT. Uploads resume later.
 */
async function stop(
  server: Server,
  context: Context,
  jobs: readonly Stop[],
  closeSilent: () => void,
): Promise<void> {
  const { stopping, config, log } = context
  setTimeout(() => {
    log.warn('did not end in time')
    process.exit(1)
  }, GRACE)
  stopping.abort()
  const quiet = Promise.all(jobs.map((stop) => stop()))
  await sleep(config.drainSeconds * SECOND)
  // Queued connections would be reset: Node accepts one per turn of the event loop.
  for (let turn = 0; turn < BACKLOG; turn++) await afterPoll()

  const late = setTimeout(() => server.closeAllConnections(), CUT - config.drainSeconds * SECOND)
  const idle = setInterval(() => {
    server.closeIdleConnections()
    closeSilent()
  }, SECOND / 10)
  await new Promise((closed) => server.close(closed))
  clearTimeout(late)
  clearInterval(idle)
  await quiet
  await context.close()
}

function endOnSignal(stop: () => Promise<void>): void {
  let asked: number | undefined
  const end = () => {
    if (asked === undefined) {
      asked = Date.now()
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(sentence(error))
          process.exit(1)
        },
      )
      // npm forwards the Ctrl-C that the terminal has already sent to this process.
    } else if (Date.now() - asked > SECOND) process.exit(1)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** After an uncaught error the state is unknown. */
function endOnFault({ log }: Context): void {
  const end = (error: unknown) => {
    log.fatal({ error: sentence(error) }, 'uncaught')
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

function sweepDaily(context: Context): void {
  const { sessions, limits, uploadLocks, log } = context
  const failed = (error: unknown) => log.error({ error: sentence(error) }, 'sweep failed')
  const sweep = () => {
    sessions.deleteExpired().catch(failed)
    limits.deleteExpired().catch(failed)
    uploadLocks.deleteExpired().catch(failed)
    sweepUploads(context).catch(failed)
    deleteHidden(context)
      .catch(failed)
      .then(() => deleteDoomedFiles(context))
      .catch(failed)
    forgetWebhooks(context).catch(failed)
    freeAmounts(context).catch(failed)
  }
  sweep()
  setInterval(sweep, DAY).unref()
}

/** The message alone: a stack could contain a whole minified library. */
function sentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  const detail = error instanceof Error ? error.message : String(error)
  return `Entre Todos no puede seguir: ${detail}`
}

function noSpaceIn(dataDir: string): string {
  const megabytes = SPACE_TO_START / 1024 / 1024
  return `No queda espacio en el disco de ${dataDir}: libera ${megabytes} MB o más, borrando o moviendo otros archivos, y vuelve a iniciar.`
}

function notWritable(dataDir: string, { code }: NodeJS.ErrnoException): string {
  return `No se puede escribir en la carpeta de datos ${dataDir} (${code}): elige otra con DATA_DIR, o permite que este usuario escriba en ella.`
}

function portTaken(port: number): string {
  return `El puerto ${port} ya está en uso. Cierra el otro programa o elige otro con PORT=${port + 1} npm start.`
}
