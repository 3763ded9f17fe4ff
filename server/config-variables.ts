import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { GOOGLE_ANALYTICS } from './providers/google-analytics.ts'
import { MERCADO_PAGO, MERCADO_PAGO_AUTH } from './providers/mercado-pago.ts'

/** A number of proxies, or their addresses and networks ('127.0.0.1', '10.0.0.0/8'). */
export type TrustedProxy = number | readonly string[]

const MOST_DRAIN_SECONDS = 5 // a stopping server has 10 s, which include requests under way

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

function wholeNumber(name: string, min: number, max: number) {
  return z
    .pipe(z.string(), z.transform(Number))
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= min && value <= max,
        `${name} debe ser un número entero entre ${min} y ${max}.`,
      ),
    )
}

function textThat(isValid: (text: string) => boolean, message: string) {
  return z.string().check(z.refine(isValid, message))
}

function origin(name: string, example: string) {
  const message = `${name} debe ser una dirección sin camino, por ejemplo ${example}.`
  return z.pipe(
    textThat(isOrigin, message),
    z.transform((text) => new URL(text).origin),
  )
}

function oneWord(name: string) {
  const message = `${name} no puede llevar espacios ni letras con acento.`
  return z.string().check(z.regex(/^[!-~]+$/, message))
}

function longWord(name: string) {
  return oneWord(name).check(z.minLength(32, `${name} debe tener al menos 32 caracteres al azar.`))
}

const trustedProxy = z.pipe(
  textThat(
    (text) => isProxyCount(text) || addressesIn(text).every(isAddressOrNetwork),
    'TRUSTED_PROXY debe decir cuántos proxies hay delante, de 1 a 9, o sus direcciones separadas por comas, por ejemplo 127.0.0.1,10.0.0.0/8.',
  ),
  z.transform((text): TrustedProxy => (isProxyCount(text) ? Number(text) : addressesIn(text))),
)

const yes = z.optional(z.enum(['1', 'true'], 'Las variables ALLOW_… se activan con el valor 1.'))

const DATABASE_ADDRESS =
  'DATABASE_URL debe ser una dirección de PostgreSQL: postgres://usuario:clave@servidor/base.'

/** The schema of the environment variables, with Spanish messages. server/README.md explains each variable. */
export const variables = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: z._default(wholeNumber('PORT', 1, 65_535), 3000),
  HOST: z.optional(z.string()),
  ORIGIN: z.optional(origin('ORIGIN', 'https://entretodos.example')),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    url(['postgres:', 'postgresql:'], DATABASE_ADDRESS).check(
      z.refine(isDecodable, DATABASE_ADDRESS),
    ),
  ),
  S3_ENDPOINT: z.optional(origin('S3_ENDPOINT', 'https://s3.us-east-1.amazonaws.com')),
  S3_BUCKET: z.optional(
    textThat(
      (text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text),
      'S3_BUCKET debe tener de 3 a 63 minúsculas, números, puntos o guiones.',
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
    textThat(
      (text) => /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(text),
      'MAIL_FROM debe ser un remitente, por ejemplo Entre Todos <hola@entretodos.example>.',
    ),
  ),
  SECRET: z.optional(
    z.string().check(z.minLength(32, 'SECRET debe tener al menos 32 caracteres al azar.')),
  ),
  TRUSTED_PROXY: z.optional(trustedProxy),
  RATE_LIMITS: z._default(z.enum(['on', 'off'], 'RATE_LIMITS debe ser on u off.'), 'on'),
  STREAMS_PER_ADDRESS: z._default(wholeNumber('STREAMS_PER_ADDRESS', 20, 100_000), 500),
  MAX_CONNECTIONS: z._default(wholeNumber('MAX_CONNECTIONS', 100, 1_000_000), 10_000),
  GOOGLE_CLIENT_ID: z.optional(oneWord('GOOGLE_CLIENT_ID')),
  GOOGLE_CLIENT_SECRET: z.optional(oneWord('GOOGLE_CLIENT_SECRET')),
  GOOGLE_ISSUER: z.optional(
    textThat(
      isIssuer,
      'GOOGLE_ISSUER debe ser una dirección https, por ejemplo https://accounts.google.com.',
    ),
  ),
  ANALYTICS_ID: z.optional(oneWord('ANALYTICS_ID')),
  ANALYTICS_SECRET: z.optional(oneWord('ANALYTICS_SECRET')),
  ANALYTICS_URL: z.optional(
    textThat(
      isIssuer,
      `ANALYTICS_URL debe ser una dirección https sin parámetros, por ejemplo ${GOOGLE_ANALYTICS}.`,
    ),
  ),
  MERCADOPAGO_CLIENT_ID: z.optional(oneWord('MERCADOPAGO_CLIENT_ID')),
  MERCADOPAGO_CLIENT_SECRET: z.optional(oneWord('MERCADOPAGO_CLIENT_SECRET')),
  MERCADOPAGO_ACCESS_TOKEN: z.optional(
    textThat(
      () => false,
      'MERCADOPAGO_ACCESS_TOKEN ya no se usa, porque cada organizador conecta su propia cuenta: define en su lugar MERCADOPAGO_CLIENT_ID y MERCADOPAGO_CLIENT_SECRET, de tu aplicación de Mercado Pago.',
    ),
  ),
  MERCADOPAGO_WEBHOOK_SECRET: z.optional(oneWord('MERCADOPAGO_WEBHOOK_SECRET')),
  MERCADOPAGO_API_URL: z.optional(
    origin('MERCADOPAGO_API_URL', MERCADO_PAGO).check(
      z.refine(isSafeAddress, 'MERCADOPAGO_API_URL debe empezar con https://.'),
    ),
  ),
  MERCADOPAGO_AUTH_URL: z.optional(
    origin('MERCADOPAGO_AUTH_URL', MERCADO_PAGO_AUTH).check(
      z.refine(isSafeAddress, 'MERCADOPAGO_AUTH_URL debe empezar con https://.'),
    ),
  ),
  WALLET_REDIRECT_URL: z.optional(
    textThat(
      isSafeAddress,
      'WALLET_REDIRECT_URL debe ser una dirección https, por ejemplo https://billetera.example/pagar.',
    ),
  ),
  WALLET_WEBHOOK_SECRET: z.optional(longWord('WALLET_WEBHOOK_SECRET')),
  PAYMENT_QR_CURRENCY: z._default(
    z.enum(['032', '986'], 'PAYMENT_QR_CURRENCY debe ser 032 (peso argentino) o 986.'),
    '032',
  ),
  PUSH_ORIGINS: z._default(
    z
      .pipe(z.string(), z.transform(addressesIn))
      .check(
        z.refine(
          (origins) => origins.every(isOrigin),
          'PUSH_ORIGINS debe ser una lista de direcciones sin camino, separadas por comas, por ejemplo http://127.0.0.1:4000.',
        ),
      ),
    [],
  ),
  SUPPORT_EMAIL: z.optional(textThat(isEmail, 'SUPPORT_EMAIL debe ser un email.')),
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
  METRICS_PORT: z.optional(wholeNumber('METRICS_PORT', 1, 65_535)),
  METRICS_HOST: z.optional(z.string()),
  METRICS_TOKEN: z.optional(longWord('METRICS_TOKEN')),
  DISK_RESERVE_MB: z.optional(wholeNumber('DISK_RESERVE_MB', 0, 1_000_000)),
  DRAIN_SECONDS: z._default(wholeNumber('DRAIN_SECONDS', 0, MOST_DRAIN_SECONDS), 0),
  ALLOW_INSECURE_ORIGIN: yes,
  ALLOW_FILE_MAIL: yes,
})

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
  const maxBits = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
}

/** OpenID Connect Core 2: https, no query and no fragment. */
function isIssuer(text: string): boolean {
  const parsed = parseUrl(text)
  return parsed !== null && !parsed.search && !parsed.hash && isSafeAddress(text)
}

/** Accepts https without a password, and http to this machine, where nobody can listen. */
function isSafeAddress(text: string): boolean {
  const parsed = parseUrl(text)
  if (!parsed || parsed.username) return false
  const isHere = [...LOOPBACK, '[::1]'].includes(parsed.hostname)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isHere)
}

export const LOOPBACK = ['localhost', '127.0.0.1', '::1']

function url(protocols: readonly string[], message: string) {
  return textThat((text) => {
    const parsed = parseUrl(text)
    return parsed !== null && protocols.includes(parsed.protocol) && parsed.hostname !== ''
  }, message)
}

/** False for 'postgres://ana:50%@servidor/base', on which the PostgreSQL driver fails. */
function isDecodable(text: string): boolean {
  const { username, password, hostname } = parseUrl(text) ?? {}
  try {
    for (const part of [username, password, hostname]) decodeURIComponent(part ?? '')
    return true
  } catch {
    return false
  }
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
