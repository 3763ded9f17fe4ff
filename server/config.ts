import { resolve } from 'node:path'
import type * as z from 'zod/mini'
import type { QrCurrency } from '../shared/payment-qr.ts'
import { type LOG_LEVELS, LOOPBACK, type TrustedProxy, variables } from './config-variables.ts'
import type { S3Bucket } from './data/s3-receipt-files.ts'
import type { GoogleClient } from './domain/google.ts'
import type { MetricsAddress } from './metrics/serve-metrics.ts'
import { type AnalyticsAccount, GOOGLE_ANALYTICS } from './providers/google-analytics.ts'
import {
  MERCADO_PAGO,
  MERCADO_PAGO_AUTH,
  type MercadoPagoApplication,
} from './providers/mercado-pago.ts'
import type { WalletAccount } from './providers/wallet.ts'

export interface Config {
  port: number
  host: string // the address to listen on; '0.0.0.0' and '::' mean all of them
  origin: string // public URL without a trailing slash
  secure: boolean // `origin` is https: secure cookies and HSTS
  dataDir: string
  databaseUrl: string | undefined
  s3: S3Bucket | undefined // for complete receipts (R7); undefined: `dataDir`/receipts
  smtpUrl: string | undefined
  mailFrom: string
  secret: string | undefined // key for signatures; undefined: generated once in `dataDir`
  trustedProxy: TrustedProxy | undefined
  rateLimits: boolean
  streamsPerAddress: number // per process; Infinity without rate limits
  maxConnections: number
  google: GoogleClient | undefined // undefined: no sign-in with Google (A4)
  analytics: AnalyticsAccount | undefined
  mercadoPago: MercadoPagoApplication | undefined
  wallet: WalletAccount | undefined
  paymentQrCurrency: QrCurrency
  supportEmail: string | null
  pushOrigins: readonly string[] // push services that may be in a private network, besides all public ones
  adminEmails: readonly string[] // in addition to those in the database, once their address is confirmed (A8)
  logLevel: (typeof LOG_LEVELS)[number]
  metrics: MetricsAddress | undefined
  diskReserveMb: number | undefined // no upload begins while less is free; undefined: disk-guard.ts chooses
  drainSeconds: number
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The message is Spanish, one sentence a line, and contains no value, which could be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Returns the settings; an empty variable counts as unset. Throws ConfigError. */
export function readConfig(environment: Environment): Config {
  const given = Object.entries(environment).filter(([, value]) => value?.trim())
  const result = variables.safeParse(Object.fromEntries(given))
  if (!result.success) throw new ConfigError(sentences(result.error.issues))

  const env = result.data
  const production = env.NODE_ENV === 'production'
  const origin = env.ORIGIN ?? `http://localhost:${env.PORT}`
  const secure = origin.startsWith('https:')
  if (production) assertProduction(env, secure)

  return {
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    origin,
    secure,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    s3: bucketOf(env),
    smtpUrl: env.SMTP_URL,
    secret: env.SECRET,
    trustedProxy: env.TRUSTED_PROXY,
    rateLimits: env.RATE_LIMITS === 'on',
    streamsPerAddress: env.RATE_LIMITS === 'on' ? env.STREAMS_PER_ADDRESS : Infinity,
    maxConnections: env.MAX_CONNECTIONS,
    google: googleOf(env),
    analytics: analyticsOf(env),
    mercadoPago: mercadoPagoOf(env),
    wallet: walletOf(env),
    mailFrom: env.MAIL_FROM ?? `Entre Todos <no-responder@${new URL(origin).hostname}>`,
    paymentQrCurrency: env.PAYMENT_QR_CURRENCY,
    supportEmail: env.SUPPORT_EMAIL ?? null,
    pushOrigins: env.PUSH_ORIGINS.map((origin) => new URL(origin).origin),
    adminEmails: env.ADMIN_EMAILS,
    logLevel: env.LOG_LEVEL,
    metrics: metricsOf(env),
    diskReserveMb: env.DISK_RESERVE_MB,
    drainSeconds: env.DRAIN_SECONDS,
  }
}

/**
 * Returns the settings for a command such as `npm run backup`, which serves no metrics: each process has its own
 * METRICS_PORT, so a server's common environment contains METRICS_HOST and METRICS_TOKEN without it. Throws ConfigError.
 */
export function readCommandConfig(environment: Environment): Config {
  return readConfig({ ...environment, METRICS_HOST: undefined, METRICS_TOKEN: undefined })
}

type Variables = z.infer<typeof variables>

function assertProduction(env: Variables, secure: boolean): void {
  const problems: string[] = []
  if (!secure && !env.ALLOW_INSECURE_ORIGIN) {
    problems.push(
      'En producción ORIGIN debe empezar con https:// (ALLOW_INSECURE_ORIGIN=1 lo permite igual).',
    )
  }
  if (!env.SMTP_URL && !env.ALLOW_FILE_MAIL) {
    problems.push(
      'En producción hace falta SMTP_URL para enviar emails (ALLOW_FILE_MAIL=1 los deja en archivos).',
    )
  }
  if (env.RATE_LIMITS === 'off') {
    problems.push('En producción RATE_LIMITS no puede ser off.')
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

function bucketOf(env: Variables): S3Bucket | undefined {
  const bucket = allOrNone(
    {
      endpoint: env.S3_ENDPOINT,
      bucket: env.S3_BUCKET,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    },
    [env.S3_REGION],
    'Para guardar los comprobantes en S3 hacen falta juntas S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY.',
  )
  return bucket && { ...bucket, region: env.S3_REGION ?? 'us-east-1' }
}

function googleOf(env: Variables): GoogleClient | undefined {
  const client = allOrNone(
    { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET },
    [env.GOOGLE_ISSUER],
    'Para entrar con Google hacen falta juntas GOOGLE_CLIENT_ID y GOOGLE_CLIENT_SECRET.',
  )
  return client && { ...client, issuer: env.GOOGLE_ISSUER ?? 'https://accounts.google.com' }
}

/** Without the secret the collector would discard every event. */
function analyticsOf(env: Variables): AnalyticsAccount | undefined {
  const account = allOrNone(
    { id: env.ANALYTICS_ID, secret: env.ANALYTICS_SECRET },
    [env.ANALYTICS_URL],
    'Para medir las visitas hacen falta juntas ANALYTICS_ID y ANALYTICS_SECRET.',
  )
  return account && { ...account, url: env.ANALYTICS_URL ?? GOOGLE_ANALYTICS }
}

/** Without the webhook's secret a payment would stay pending for ever. */
function mercadoPagoOf(env: Variables): MercadoPagoApplication | undefined {
  const application = allOrNone(
    {
      clientId: env.MERCADOPAGO_CLIENT_ID,
      clientSecret: env.MERCADOPAGO_CLIENT_SECRET,
      webhookSecret: env.MERCADOPAGO_WEBHOOK_SECRET,
    },
    [env.MERCADOPAGO_API_URL, env.MERCADOPAGO_AUTH_URL],
    'Para cobrar con Mercado Pago hacen falta juntas MERCADOPAGO_CLIENT_ID, MERCADOPAGO_CLIENT_SECRET y MERCADOPAGO_WEBHOOK_SECRET.',
  )
  return (
    application && {
      ...application,
      apiOrigin: env.MERCADOPAGO_API_URL ?? MERCADO_PAGO,
      authOrigin: env.MERCADOPAGO_AUTH_URL ?? MERCADO_PAGO_AUTH,
    }
  )
}

function walletOf(env: Variables): WalletAccount | undefined {
  return allOrNone(
    { redirectUrl: env.WALLET_REDIRECT_URL, webhookSecret: env.WALLET_WEBHOOK_SECRET },
    [],
    'Para cobrar con una billetera hacen falta juntas WALLET_REDIRECT_URL y WALLET_WEBHOOK_SECRET.',
  )
}

/** Returns `needed`, or undefined when nothing is set. Throws ConfigError when only some are. */
function allOrNone<Name extends string>(
  needed: Record<Name, string | undefined>,
  optional: readonly (string | undefined)[],
  problem: string,
): Record<Name, string> | undefined {
  const values = Object.values<string | undefined>(needed)
  if (values.every((value) => value !== undefined)) return needed as Record<Name, string>
  if ([...values, ...optional].every((value) => value === undefined)) return undefined
  throw new ConfigError(problem)
}

function metricsOf(env: Variables): MetricsAddress | undefined {
  const { METRICS_PORT: port, METRICS_HOST: host = '127.0.0.1', METRICS_TOKEN: token } = env
  if (port === undefined) {
    if (env.METRICS_HOST === undefined && token === undefined) return undefined
    throw new ConfigError('Para publicar métricas hace falta METRICS_PORT.')
  }
  if (token === undefined && !LOOPBACK.includes(host)) {
    throw new ConfigError('Con METRICS_HOST fuera de esta máquina hace falta METRICS_TOKEN.')
  }
  return { port, host, token }
}

function sentences(issues: readonly { message: string }[]): string {
  return [...new Set(issues.map((issue) => issue.message))].join('\n')
}
