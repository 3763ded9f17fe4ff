import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../shared/errors.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Context, createContext } from './context.ts'
import { deleteDoomedFiles } from './domain/account-deletion.ts'
import { forgetNotices } from './domain/payments/hear-notice.ts'
import { keepReconciled } from './domain/payments/keep-reconciled.ts'
import { sweepUploads } from './domain/receipts/incoming.ts'
import { keepFeedShort } from './domain/sync/keep-feed-short.ts'

const SECOND = 1000 // in ms
const DAY = 24 * 60 * 60 * SECOND
/** How long requests under way may take to end when the server stops. */
const GRACE = 10 * SECOND

try {
  await start()
} catch (error) {
  console.error(sentence(error))
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const context = await createContext(config)
  const server = createServer(getRequestListener(createApp(context).fetch))
  await listen(server, config).catch(async (error) => {
    await context.close()
    throw error
  })
  const { log } = context
  const onFault = (error: unknown) => log.error({ error: sentence(error) }, 'feed not trimmed')
  const stopTrimming = keepFeedShort({ ...context, onFault })
  const stopReconciling = keepReconciled(context)
  endOnSignal(async () => {
    await Promise.all([stopTrimming(), stopReconciling()])
    await stop(server, context)
  })
  endOnFault(context)
  // What an earlier process left behind.
  void context.mailQueue.wake()
  sweepDaily(context)

  console.log(`Entre Todos está en ${config.origin}`)
  if (!config.smtpUrl) console.log(`Los emails no se envían: quedan en ${config.dataDir}/mail`)
}

async function listen(server: Server, { port, host }: Config): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new ConfigError(portTaken(port))
    if (error.code === 'EACCES')
      throw new ConfigError(`No hay permiso para usar el puerto ${port}.`)
    throw error
  })
}

/** Takes no new requests, lets those under way end, and closes what they worked with. */
async function stop(server: Server, context: Context): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), GRACE)
  await new Promise((closed) => server.close(closed))
  clearTimeout(late)
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
      // npm repeats to us the Ctrl-C that the terminal has sent us already.
    } else if (Date.now() - asked > SECOND) process.exit(1)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** After a fault that nobody caught, nobody knows what still holds: say it and end. */
function endOnFault({ log }: Context): void {
  const end = (error: unknown) => {
    log.fatal({ error: sentence(error) }, 'uncaught')
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

function sweepDaily(context: Context): void {
  const { sessions, limits, log } = context
  const failed = (error: unknown) => log.error({ error: sentence(error) }, 'sweep failed')
  const sweep = () => {
    sessions.deleteExpired().catch(failed)
    limits.deleteExpired().catch(failed)
    sweepUploads(context).catch(failed)
    deleteDoomedFiles(context).catch(failed)
    forgetNotices(context).catch(failed)
  }
  sweep()
  setInterval(sweep, DAY).unref()
}

/** A message for people where there is one; a stack could hold a whole library in one line. */
function sentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  const detail = error instanceof Error ? error.message : String(error)
  return `Entre Todos no puede seguir: ${detail}`
}

function portTaken(port: number): string {
  return `El puerto ${port} ya está en uso. Cierra el otro programa o elige otro con PORT=${port + 1} npm start.`
}
