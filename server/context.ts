import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { AppError } from '../shared/errors.ts'
import { links } from '../shared/links.ts'
import type { Config } from './config.ts'
import type { Database } from './data/database.ts'
import { localReceiptFiles } from './data/local-receipt-files.ts'
import { openDatabase } from './data/open.ts'
import type { ReceiptFiles } from './data/receipt-files.ts'
import { s3ReceiptFiles } from './data/s3-receipt-files.ts'
import { installationSecret } from './data/secret.ts'
import { createDiskGuard, type DiskGuard } from './domain/disk-guard.ts'
import { createErrorLog, type LogError } from './domain/error-log.ts'
import { createGoogle, type Google } from './domain/google.ts'
import { createLimits, type Limits, noLimits } from './domain/limits.ts'
import { createMailQueue, type MailQueue } from './domain/mail-queue.ts'
import { createNotices, type Notices } from './domain/notices.ts'
import { createSellers, type Sellers } from './domain/payments/sellers.ts'
import { createLinkPictures, type LinkPictures } from './domain/pictures/link-pictures.ts'
import { createUploadLocks, type UploadLocks } from './domain/receipts/upload-locks.ts'
import { createReports, type Reports } from './domain/reports.ts'
import { createSessions, type Sessions } from './domain/sessions.ts'
import { type SetTimer, setTimer } from './domain/set-timer.ts'
import { createFeedTail, type FeedTail } from './domain/sync/feed-tail.ts'
import { fileMail } from './mail/file-mail.ts'
import type { Mail } from './mail/mail.ts'
import { smtpMail } from './mail/smtp-mail.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { type Analytics, googleAnalytics } from './providers/google-analytics.ts'
import { mercadoPago } from './providers/mercado-pago.ts'
import { mercadoPagoOAuth } from './providers/mercado-pago-oauth.ts'
import type { PaymentProvider } from './providers/payment-provider.ts'
import { vapidKeys } from './providers/push-message.ts'
import { createPushService, type PushService } from './providers/push-service.ts'
import { wallet } from './providers/wallet.ts'

/** The server's dependencies. Only this file creates them. */
export interface Context {
  config: Config
  database: Database
  sessions: Sessions
  mailQueue: MailQueue
  notices: Notices // call `soon` after others' contributions arrived or were decided about
  push: PushService
  limits: Limits
  reports: Reports
  google: Google | null // null when not configured (A4)
  analytics: Analytics | null
  payments: readonly PaymentProvider[]
  sellers: Sellers
  files: ReceiptFiles
  disk: DiskGuard
  uploadLocks: UploadLocks
  pictures: LinkPictures
  secret: string
  feed: FeedTail // call `wake` after a commit of this process (S6)
  log: Logger
  logError: LogError
  metrics: Metrics
  stopping: AbortController // aborted when the process begins to stop: nothing that lasts may start
  now(): Date
  setTimer: SetTimer // a simulation passes its own
  close(): Promise<void>
}

export type Overrides = Partial<
  Pick<Context, 'database' | 'google' | 'payments' | 'files' | 'log' | 'now' | 'setTimer'>
> & {
  mail?: Mail
  feedEveryMs?: number
}

/** The caller must call `close` at the end. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const { dataDir, databaseUrl, s3, smtpUrl, mailFrom } = config
  const now = overrides.now ?? (() => new Date())
  const later = overrides.setTimer ?? setTimer
  const log = overrides.log ?? pino({ level: config.logLevel })
  const logError = createErrorLog({ log, setTimer: later })
  const metrics = createMetrics()
  const database = metrics.measured(
    overrides.database ?? (await openDatabase({ databaseUrl, dataDir })),
  )
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal) // every stream listens to it
  const mail =
    overrides.mail ?? (smtpUrl ? smtpMail(smtpUrl, mailFrom) : fileMail(join(dataDir, 'mail'), now))

  const secret = config.secret ?? installationSecret(dataDir)
  const mailQueue = createMailQueue({
    database,
    mail,
    origin: config.origin,
    secret,
    now,
    setTimer: later,
    onFault: (error, what) => log.error(faultOfMail(error), what),
  })
  const push = createPushService({
    keys: vapidKeys(secret),
    contact: config.supportEmail ? `mailto:${config.supportEmail}` : config.origin,
    allowed: config.pushOrigins,
    now,
  })
  const limits = config.rateLimits ? createLimits({ database, secret, now }) : noLimits

  const notices = createNotices({
    database,
    mailQueue,
    push,
    limits,
    now,
    setTimer: later,
    onFault: (error) => log.error({ error: String(error) }, 'notices'),
  })
  const files = overrides.files ?? (s3 ? s3ReceiptFiles(dataDir, s3) : localReceiptFiles(dataDir))
  const feed = createFeedTail(database, {
    setTimer: later,
    onFault: (error) => log.error({ error: String(error) }, 'feed not read'),
    onRecovery: () => log.info('feed read again'),
    onLag: metrics.observeLag,
    everyMs: overrides.feedEveryMs,
  })

  return {
    config,
    database,
    sessions: createSessions(database, { now, adminEmails: config.adminEmails }),
    mailQueue,
    notices,
    push,
    limits,
    reports: createReports({ database, limits, now }),
    google: overrides.google ?? googleOf(config, now, logError),
    analytics: analyticsOf(config, log),
    payments: overrides.payments ?? paymentsOf(config, now),
    sellers: createSellers({
      database,
      mailQueue,
      oauth: config.mercadoPago ? mercadoPagoOAuth(config.mercadoPago, config.origin) : null,
      secret,
      log,
      logError,
      now,
    }),
    files,
    disk: createDiskGuard({ database, dataDir, reserveMb: config.diskReserveMb, log, now }),
    uploadLocks: createUploadLocks(database),
    pictures: createLinkPictures(),
    secret,
    feed,
    log,
    logError,
    metrics,
    stopping,
    now,
    setTimer: later,
    async close() {
      await feed.close()
      await notices.close()
      await mailQueue.close()
      mail.close()
      await database.close()
    },
  }
}

/** A mail server's response or a file's path may contain the recipient, so only the kind is logged. */
function faultOfMail(error: unknown): object {
  if (!(error instanceof Error)) return {}
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return { error: code ?? error.name, reply: responseCode }
}

function googleOf({ google, origin }: Config, now: () => Date, logError: LogError): Google | null {
  if (!google) return null
  const returnAddress = new URL(links.authCallback(), origin).href
  const onFault = (error: AppError) => logError(error, 'google')
  return createGoogle(google, { returnAddress, now, onFault })
}

function analyticsOf({ analytics, origin }: Config, log: Logger): Analytics | null {
  if (!analytics) return null
  const onFault = (error: unknown) => log.warn({ error: String(error) }, 'analytics')
  return googleAnalytics(analytics, { origin, onFault })
}

function paymentsOf({ mercadoPago: account, wallet: pages, origin }: Config, now: () => Date) {
  return [
    ...(account ? [mercadoPago(account, { origin, now })] : []),
    ...(pages ? [wallet(pages, { origin, now })] : []),
  ]
}
