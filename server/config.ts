import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { QrCurrency } from '../shared/payment-qr.ts'
import type { S3Bucket } from './data/s3-receipt-files.ts'
import type { GoogleClient } from './domain/google.ts'
import { type AnalyticsAccount, GOOGLE_ANALYTICS } from './providers/google-analytics.ts'
import { MERCADO_PAGO, type MercadoPagoAccount } from './providers/mercado-pago.ts'
import type { WalletAccount } from './providers/wallet.ts'

/** What the environment decides (DESIGN 9), read once. */
export interface Config {
  port: number
  /** The address to listen on; '0.0.0.0' and '::' are all of them. */
  host: string
  /** Where people find us, without a slash at the end: links in mails begin with it. */
  origin: string
  /** On https, cookies and headers insist on it. */
  secure: boolean
  /** Absolute. */
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** Where whole receipts go (R7). Absent: `dataDir`/receipts. */
  s3: S3Bucket | undefined
  /** Absent: each message becomes a file in `dataDir`/mail. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Signs what we hand out. Absent: made once in `dataDir`. */
  secret: string | undefined
  /** Absent: X-Forwarded-For is not read. */
  trustedProxy: TrustedProxy | undefined
  /** How often one may (A5). */
  rateLimits: boolean
  /** Absent: nobody comes in with Google (A4). */
  google: GoogleClient | undefined
  /** Absent: nothing is measured, and nobody is asked. */
  analytics: AnalyticsAccount | undefined
  /** Absent: nobody pays with Mercado Pago. */
  mercadoPago: MercadoPagoAccount | undefined
  /** Absent: nobody pays with a wallet. */
  wallet: WalletAccount | undefined
  paymentQrCurrency: QrCurrency
  supportEmail: string | null
  /** Administrators besides those in the database, once they have confirmed the address (A8). */
  adminEmails: readonly string[]
  logLevel: (typeof LOG_LEVELS)[number]
}

/** How many proxies stand in front of us, or their addresses and networks: '127.0.0.1', '10.0.0.0/8'. */
export type TrustedProxy = number | readonly string[]

export type Environment = Readonly<Record<string, string | undefined>>

/** Says in Spanish, one sentence a line, what the environment got wrong. Values are not repeated. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the environment or throws ConfigError. An empty variable counts as absent. Production
 * insists on https and on real mail unless told otherwise by ALLOW_INSECURE_ORIGIN=1 and
 * ALLOW_FILE_MAIL=1. Without HOST it listens to this machine alone, in production to everyone.
 */
export function readConfig(environment: Environment): Config {
  const given = Object.entries(environment).filter(([, value]) => value?.trim())
  const result = variables.safeParse(Object.fromEntries(given))
  if (!result.success) throw new ConfigError(sentences(result.error.issues))

  const env = result.data
  const production = env.NODE_ENV === 'production'
  const origin = env.ORIGIN ?? `http://localhost:${env.PORT}`
  const secure = origin.startsWith('https:')
  if (production) insistOnProduction(env, secure)

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
    google: googleOf(env),
    analytics: analyticsOf(env),
    mercadoPago: mercadoPagoOf(env),
    wallet: walletOf(env),
    mailFrom: env.MAIL_FROM ?? `Entre Todos <no-responder@${new URL(origin).hostname}>`,
    paymentQrCurrency: env.PAYMENT_QR_CURRENCY,
    supportEmail: env.SUPPORT_EMAIL ?? null,
    adminEmails: env.ADMIN_EMAILS,
    logLevel: env.LOG_LEVEL,
  }
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const port = z
  .pipe(z.string(), z.transform(Number))
  .check(
    z.refine(
      (value) => Number.isInteger(value) && value >= 1 && value <= 65_535,
      'PORT debe ser un número entero entre 1 y 65535.',
    ),
  )

function origin(name: string, example: string) {
  const message = `${name} debe ser una dirección sin camino, por ejemplo ${example}.`
  return z.pipe(
    z.string().check(z.refine(isOrigin, message)),
    z.transform((text) => new URL(text).origin),
  )
}

function oneWord(name: string) {
  const message = `${name} no puede llevar espacios ni letras con acento.`
  return z.string().check(z.regex(/^[!-~]+$/, message))
}

const trustedProxy = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => isProxyCount(text) || addressesIn(text).every(isAddressOrNetwork),
        'TRUSTED_PROXY debe decir cuántos proxies hay delante, de 1 a 9, o sus direcciones separadas por comas, por ejemplo 127.0.0.1,10.0.0.0/8.',
      ),
    ),
  z.transform((text): TrustedProxy => (isProxyCount(text) ? Number(text) : addressesIn(text))),
)

const yes = z.optional(z.enum(['1', 'true'], 'Las variables ALLOW_… se activan con el valor 1.'))

const variables = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: z._default(port, 3000),
  HOST: z.optional(z.string()),
  ORIGIN: z.optional(origin('ORIGIN', 'https://entretodos.example')),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    url(
      ['postgres:', 'postgresql:'],
      'DATABASE_URL debe ser una dirección de PostgreSQL: postgres://usuario:clave@servidor/base.',
    ),
  ),
  S3_ENDPOINT: z.optional(origin('S3_ENDPOINT', 'https://s3.us-east-1.amazonaws.com')),
  S3_BUCKET: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
          'S3_BUCKET debe tener de 3 a 63 minúsculas, números, puntos o guiones.',
        ),
      ),
  ),
  S3_REGION: z.optional(oneWord('S3_REGION')),
  S3_ACCESS_KEY_ID: z.optional(oneWord('S3_ACCESS_KEY_ID')),
  S3_SECRET_ACCESS_KEY: z.optional(oneWord('S3_SECRET_ACCESS_KEY')),
  SMTP_URL: z.optional(
    url(
      ['smtp:', 'smtps:'],
      'SMTP_URL debe ser una dirección de correo saliente: smtps://usuario:clave@servidor:465.',
    ),
  ),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
          'MAIL_FROM debe ser un remitente, por ejemplo Entre Todos <hola@entretodos.example>.',
        ),
      ),
  ),
  SECRET: z.optional(
    z.string().check(z.minLength(32, 'SECRET debe tener al menos 32 caracteres al azar.')),
  ),
  TRUSTED_PROXY: z.optional(trustedProxy),
  RATE_LIMITS: z._default(z.enum(['on', 'off'], 'RATE_LIMITS debe ser on u off.'), 'on'),
  GOOGLE_CLIENT_ID: z.optional(oneWord('GOOGLE_CLIENT_ID')),
  GOOGLE_CLIENT_SECRET: z.optional(oneWord('GOOGLE_CLIENT_SECRET')),
  GOOGLE_ISSUER: z.optional(
    z
      .string()
      .check(
        z.refine(
          isIssuer,
          'GOOGLE_ISSUER debe ser una dirección https, por ejemplo https://accounts.google.com.',
        ),
      ),
  ),
  ANALYTICS_ID: z.optional(oneWord('ANALYTICS_ID')),
  ANALYTICS_SECRET: z.optional(oneWord('ANALYTICS_SECRET')),
  ANALYTICS_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isIssuer,
          `ANALYTICS_URL debe ser una dirección https sin parámetros, por ejemplo ${GOOGLE_ANALYTICS}.`,
        ),
      ),
  ),
  MERCADOPAGO_ACCESS_TOKEN: z.optional(oneWord('MERCADOPAGO_ACCESS_TOKEN')),
  MERCADOPAGO_WEBHOOK_SECRET: z.optional(oneWord('MERCADOPAGO_WEBHOOK_SECRET')),
  MERCADOPAGO_API_URL: z.optional(
    origin('MERCADOPAGO_API_URL', MERCADO_PAGO).check(
      z.refine(isSafeAddress, 'MERCADOPAGO_API_URL debe empezar con https://.'),
    ),
  ),
  WALLET_REDIRECT_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isSafeAddress,
          'WALLET_REDIRECT_URL debe ser una dirección https, por ejemplo https://billetera.example/pagar.',
        ),
      ),
  ),
  WALLET_WEBHOOK_SECRET: z.optional(
    oneWord('WALLET_WEBHOOK_SECRET').check(
      z.minLength(32, 'WALLET_WEBHOOK_SECRET debe tener al menos 32 caracteres al azar.'),
    ),
  ),
  PAYMENT_QR_CURRENCY: z._default(
    z.enum(['032', '986'], 'PAYMENT_QR_CURRENCY debe ser 032 (peso argentino) o 986.'),
    '032',
  ),
  SUPPORT_EMAIL: z.optional(
    z.string().check(z.refine(isEmail, 'SUPPORT_EMAIL debe ser un email.')),
  ),
  ADMIN_EMAILS: z._default(
    z
      .pipe(
        z.string(),
        z.transform((text) => text.split(',').map((email) => email.trim().toLowerCase())),
      )
      .check(
        z.refine(
          (emails) => emails.every(isEmail),
          'ADMIN_EMAILS debe ser una lista de emails separados por comas.',
        ),
      ),
    [],
  ),
  LOG_LEVEL: z._default(
    z.enum(LOG_LEVELS, `LOG_LEVEL debe ser uno de: ${LOG_LEVELS.join(', ')}.`),
    'info',
  ),
  ALLOW_INSECURE_ORIGIN: yes,
  ALLOW_FILE_MAIL: yes,
})

function insistOnProduction(env: z.infer<typeof variables>, secure: boolean): void {
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

/** All of it or nothing: half a bucket would be found out by the first receipt. */
function bucketOf(env: z.infer<typeof variables>): S3Bucket | undefined {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    return { endpoint, bucket, region: region ?? 'us-east-1', accessKeyId, secretAccessKey }
  }
  if (!endpoint && !bucket && !region && !accessKeyId && !secretAccessKey) return undefined
  throw new ConfigError(
    'Para guardar los comprobantes en S3 hacen falta juntas S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY.',
  )
}

/** Both or neither: half of them would be found out by the first person who comes with Google. */
function googleOf(env: z.infer<typeof variables>): GoogleClient | undefined {
  const {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer,
  } = env
  if (clientId && clientSecret) {
    return { clientId, clientSecret, issuer: issuer ?? 'https://accounts.google.com' }
  }
  if (!clientId && !clientSecret && !issuer) return undefined
  throw new ConfigError(
    'Para entrar con Google hacen falta juntas GOOGLE_CLIENT_ID y GOOGLE_CLIENT_SECRET.',
  )
}

/** Both or neither: a collector that knows no sender throws away what it gets. */
function analyticsOf(env: z.infer<typeof variables>): AnalyticsAccount | undefined {
  const { ANALYTICS_ID: id, ANALYTICS_SECRET: secret, ANALYTICS_URL: url } = env
  if (id && secret) return { id, secret, url: url ?? GOOGLE_ANALYTICS }
  if (!id && !secret && !url) return undefined
  throw new ConfigError(
    'Para medir las visitas hacen falta juntas ANALYTICS_ID y ANALYTICS_SECRET.',
  )
}

/** Both or neither: a payment whose notices nobody can check would wait for ever. */
function mercadoPagoOf(env: z.infer<typeof variables>): MercadoPagoAccount | undefined {
  const {
    MERCADOPAGO_ACCESS_TOKEN: accessToken,
    MERCADOPAGO_WEBHOOK_SECRET: webhookSecret,
    MERCADOPAGO_API_URL: apiOrigin,
  } = env
  if (accessToken && webhookSecret) {
    return { accessToken, webhookSecret, apiOrigin: apiOrigin ?? MERCADO_PAGO }
  }
  if (!accessToken && !webhookSecret && !apiOrigin) return undefined
  throw new ConfigError(
    'Para cobrar con Mercado Pago hacen falta juntas MERCADOPAGO_ACCESS_TOKEN y MERCADOPAGO_WEBHOOK_SECRET.',
  )
}

function walletOf(env: z.infer<typeof variables>): WalletAccount | undefined {
  const { WALLET_REDIRECT_URL: redirectUrl, WALLET_WEBHOOK_SECRET: webhookSecret } = env
  if (redirectUrl && webhookSecret) return { redirectUrl, webhookSecret }
  if (!redirectUrl && !webhookSecret) return undefined
  throw new ConfigError(
    'Para cobrar con una billetera hacen falta juntas WALLET_REDIRECT_URL y WALLET_WEBHOOK_SECRET.',
  )
}

function sentences(issues: readonly { message: string }[]): string {
  return [...new Set(issues.map((issue) => issue.message))].join('\n')
}

function isOrigin(text: string): boolean {
  const parsed = parseUrl(text)
  return (
    parsed !== null &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    parsed.href === `${parsed.origin}/`
  )
}

function isEmail(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+$/.test(text)
}

function isProxyCount(text: string): boolean {
  return /^[1-9]$/.test(text.trim())
}

function addressesIn(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

/** OpenID Connect Core 2: https, no query and no fragment. */
function isIssuer(text: string): boolean {
  const parsed = parseUrl(text)
  return parsed !== null && !parsed.search && !parsed.hash && isSafeAddress(text)
}

/** Https and no password in it. Inside this machine nobody listens. */
function isSafeAddress(text: string): boolean {
  const parsed = parseUrl(text)
  if (!parsed || parsed.username) return false
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isHere)
}

function url(protocols: readonly string[], message: string) {
  return z.string().check(
    z.refine((text) => {
      const parsed = parseUrl(text)
      return parsed !== null && protocols.includes(parsed.protocol) && parsed.hostname !== ''
    }, message),
  )
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
