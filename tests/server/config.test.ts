import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'

describe('an empty environment', () => {
  it('is enough to try the product on one machine', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      origin: 'http://localhost:3000',
      secure: false,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      s3: undefined,
      smtpUrl: undefined,
      mailFrom: 'Entre Todos <no-responder@localhost>',
      secret: undefined,
      trustedProxy: undefined,
      rateLimits: true,
      streamsPerAddress: 500,
      maxConnections: 10_000,
      google: undefined,
      analytics: undefined,
      mercadoPago: undefined,
      wallet: undefined,
      paymentQrCurrency: '032',
      supportEmail: null,
      pushOrigins: [],
      adminEmails: [],
      logLevel: 'info',
      metrics: undefined,
      drainSeconds: 0,
    })
  })

  it('is the same as one full of empty variables', () => {
    expect(readConfig({ PORT: '', ORIGIN: ' ', SMTP_URL: '' })).toEqual(readConfig({}))
  })
})

describe('the environment', () => {
  it('puts the port into the default origin', () => {
    expect(readConfig({ PORT: '3001' }).origin).toBe('http://localhost:3001')
  })

  it('may set the currency of the specification', () => {
    expect(readConfig({ PAYMENT_QR_CURRENCY: '986' }).paymentQrCurrency).toBe('986')
  })

  it('may end the origin with a slash', () => {
    const config = readConfig({ ORIGIN: 'https://entretodos.example/' })
    expect(config).toMatchObject({ origin: 'https://entretodos.example', secure: true })
    expect(config.mailFrom).toBe('Entre Todos <no-responder@entretodos.example>')
  })

  it.each([
    ['PORT', 'tres mil'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['ORIGIN', 'entretodos.example'],
    ['ORIGIN', 'https://entretodos.example/app'],
    ['ORIGIN', 'ftp://entretodos.example'],
    ['DATABASE_URL', 'mysql://localhost/base'],
    ['DATABASE_URL', 'postgres://ana:50%off@localhost/base'],
    ['DATABASE_URL', 'postgres://100%@localhost/base'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_ENDPOINT', 'https://clave:secreta@s3.example'],
    ['S3_ENDPOINT', 'https://s3.example/bucket'],
    ['S3_BUCKET', '../otro'],
    ['S3_REGION', 'us east'],
    ['S3_ACCESS_KEY_ID', 'uno\ndos'],
    ['S3_SECRET_ACCESS_KEY', 'ñandú'],
    ['SMTP_URL', 'https://localhost'],
    ['SMTP_URL', 'correo'],
    ['MAIL_FROM', 'Entre Todos'],
    ['TRUSTED_PROXY', '0'],
    ['TRUSTED_PROXY', '10'],
    ['TRUSTED_PROXY', 'yes'],
    ['TRUSTED_PROXY', '10.0.0.0/33'],
    ['TRUSTED_PROXY', '10.0.0.1,'],
    ['TRUSTED_PROXY', '::1/129'],
    ['TRUSTED_PROXY', 'fe80::1%eth0'],
    ['TRUSTED_PROXY', '127.0.0.1 10.0.0.1'],
    ['RATE_LIMITS', 'no'],
    ['STREAMS_PER_ADDRESS', '19'],
    ['MAX_CONNECTIONS', '99'],
    ['GOOGLE_CLIENT_ID', 'con espacio'],
    ['GOOGLE_CLIENT_SECRET', 'ñandú'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['GOOGLE_ISSUER', 'http://accounts.google.com'],
    ['GOOGLE_ISSUER', 'https://accounts.google.com/?a=1'],
    ['ANALYTICS_ID', 'G 1'],
    ['ANALYTICS_SECRET', 'ñandú'],
    ['ANALYTICS_URL', 'http://www.google-analytics.com/mp/collect'],
    ['ANALYTICS_URL', 'https://collect.example/?api_secret=x'],
    ['ANALYTICS_URL', 'https://clave:secreta@collect.example'],
    ['MERCADOPAGO_CLIENT_ID', 'con espacio'],
    ['MERCADOPAGO_CLIENT_SECRET', 'con espacio'],
    ['MERCADOPAGO_ACCESS_TOKEN', 'APP_USR-cualquiera'],
    ['MERCADOPAGO_WEBHOOK_SECRET', 'ñandú'],
    ['MERCADOPAGO_API_URL', 'api.mercadopago.com'],
    ['MERCADOPAGO_API_URL', 'https://api.mercadopago.com/v1'],
    ['MERCADOPAGO_API_URL', 'http://api.mercadopago.com'],
    ['MERCADOPAGO_AUTH_URL', 'auth.mercadopago.com'],
    ['MERCADOPAGO_AUTH_URL', 'http://auth.mercadopago.com'],
    ['WALLET_REDIRECT_URL', 'http://billetera.example'],
    ['WALLET_REDIRECT_URL', 'javascript:alert(1)'],
    ['WALLET_WEBHOOK_SECRET', 'corto'],
    ['PAYMENT_QR_CURRENCY', '840'],
    ['SUPPORT_EMAIL', 'ayuda'],
    ['ADMIN_EMAILS', 'lucia@example.com; ana@example.com'],
    ['ADMIN_EMAILS', 'lucia@example.com,'],
    ['PUSH_ORIGINS', 'https://push.example/x'],
    ['SECRET', 'corto'],
    ['LOG_LEVEL', 'mucho'],
    ['ALLOW_…', 'sí'],
  ])('is refused with a sentence that names %s=%s', (name, value) => {
    const variable = name === 'ALLOW_…' ? 'ALLOW_FILE_MAIL' : name
    expect(() => readConfig({ [variable]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [variable]: value })).toThrow(name)
  })

  it('names the proxies in front, or counts them', () => {
    expect(readConfig({ TRUSTED_PROXY: '2' }).trustedProxy).toBe(2)
    expect(readConfig({ TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' })).toMatchObject({
      trustedProxy: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    })
  })

  it('lists every invalid variable at once, without its secret value', () => {
    const environment = { PORT: 'x', SMTP_URL: 'secreto', DATABASE_URL: 'tambien-secreto' }
    const read = () => readConfig(environment)
    expect(read).toThrow(/PORT.*\n.*DATABASE_URL.*\n.*SMTP_URL/)
    expect(read).not.toThrow(/secreto/)
  })
})

describe('[R7] a bucket for receipts', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'comprobantes',
    S3_ACCESS_KEY_ID: 'clave',
    S3_SECRET_ACCESS_KEY: 'secreto',
  }

  it('needs no region', () => {
    expect(readConfig(bucket).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'comprobantes',
      region: 'us-east-1',
      accessKeyId: 'clave',
      secretAccessKey: 'secreto',
    })
    expect(readConfig({ ...bucket, S3_REGION: 'auto' }).s3?.region).toBe('auto')
  })

  it.each(Object.keys(bucket))('is refused without its %s, in one sentence', (missing) => {
    const read = () => readConfig({ ...bucket, [missing]: '' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/^Para guardar los comprobantes en S3 hacen falta juntas .*\.$/)
    expect(read).toThrow(missing)
    expect(read).not.toThrow(/clave|secreto|s3\.example/)
  })

  it('is refused when only its region is set', () => {
    expect(() => readConfig({ S3_REGION: 'us-east-1' })).toThrow(ConfigError)
  })
})

describe('[A4] signing in with Google', () => {
  const client = { GOOGLE_CLIENT_ID: 'entre-todos', GOOGLE_CLIENT_SECRET: 'secreto' }

  it('uses Google itself, unless another provider is configured', () => {
    expect(readConfig(client).google).toEqual({
      clientId: 'entre-todos',
      clientSecret: 'secreto',
      issuer: 'https://accounts.google.com',
    })
    for (const issuer of ['https://id.example/realms/uno', 'http://127.0.0.1:8080']) {
      expect(readConfig({ ...client, GOOGLE_ISSUER: issuer }).google?.issuer).toBe(issuer)
    }
  })

  it.each([
    ['the id alone', { GOOGLE_CLIENT_ID: 'entre-todos' }],
    ['the secret alone', { GOOGLE_CLIENT_SECRET: 'secreto' }],
    ['a provider alone', { GOOGLE_ISSUER: 'https://id.example' }],
  ])('is refused with %s, in one sentence', (_what, environment) => {
    const read = () => readConfig(environment)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      /^Para entrar con Google hacen falta juntas GOOGLE_CLIENT_ID y GOOGLE_CLIENT_SECRET\.$/,
    )
  })
})

describe('measuring', () => {
  const account = { ANALYTICS_ID: 'G-ABC123', ANALYTICS_SECRET: 'secreto' }

  it('uses Google Analytics, unless another collector is configured', () => {
    expect(readConfig(account).analytics).toEqual({
      id: 'G-ABC123',
      secret: 'secreto',
      url: 'https://www.google-analytics.com/mp/collect',
    })
    for (const url of ['https://collect.example/mp/collect', 'http://127.0.0.1:8080/collect']) {
      expect(readConfig({ ...account, ANALYTICS_URL: url }).analytics?.url).toBe(url)
    }
  })

  it.each([
    ['the id alone', { ANALYTICS_ID: 'G-ABC123' }],
    ['the secret alone', { ANALYTICS_SECRET: 'secreto' }],
    ['a collector alone', { ANALYTICS_URL: 'https://collect.example' }],
  ])('is refused with %s, in one sentence', (_what, environment) => {
    const read = () => readConfig(environment)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      /^Para medir las visitas hacen falta juntas ANALYTICS_ID y ANALYTICS_SECRET\.$/,
    )
  })
})

describe('metrics', () => {
  const token = 'x'.repeat(32)

  it('are served on this machine only, or with a token', () => {
    const port = 9464
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port, host: '127.0.0.1' })
    expect(
      readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).metrics,
    ).toEqual({ port, host: '0.0.0.0', token })
  })

  it.each([
    ['everyone without a token', { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }],
    ['a short token', { METRICS_PORT: '9464', METRICS_TOKEN: 'corto' }],
    ['a token without a port', { METRICS_TOKEN: token }],
  ])('are refused to %s', (_what, environment) => {
    expect(() => readConfig(environment)).toThrow(ConfigError)
  })
})

describe('production', () => {
  const production = {
    NODE_ENV: 'production',
    ORIGIN: 'https://entretodos.example',
    SMTP_URL: 'smtps://correo.example:465',
  }

  it('listens on all interfaces', () => {
    expect(readConfig(production).host).toBe('0.0.0.0')
    expect(readConfig({ ...production, HOST: '10.0.0.1' }).host).toBe('10.0.0.1')
  })

  it('refuses to start without https', () => {
    expect(() => readConfig({ ...production, ORIGIN: 'http://entretodos.example' })).toThrow(
      'ORIGIN debe empezar con https://',
    )
    expect(() => readConfig({ ...production, ORIGIN: undefined })).toThrow('ORIGIN')
  })

  it('refuses to start without mail', () => {
    expect(() => readConfig({ ...production, SMTP_URL: undefined })).toThrow('SMTP_URL')
  })

  it('refuses to start without limits', () => {
    const read = () => readConfig({ ...production, RATE_LIMITS: 'off' })
    expect(read).toThrow('En producción RATE_LIMITS no puede ser off.')
    expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
  })

  it('starts without both when variables allow it', () => {
    const config = readConfig({
      NODE_ENV: 'production',
      ALLOW_INSECURE_ORIGIN: '1',
      ALLOW_FILE_MAIL: '1',
    })
    expect(config).toMatchObject({ secure: false, smtpUrl: undefined })
  })
})

describe('payments', () => {
  const application = {
    MERCADOPAGO_CLIENT_ID: '7421',
    MERCADOPAGO_CLIENT_SECRET: 'de-la-aplicacion',
    MERCADOPAGO_WEBHOOK_SECRET: 'aviso',
  }
  const pages = {
    WALLET_REDIRECT_URL: 'https://billetera.example/pagar?a=1',
    WALLET_WEBHOOK_SECRET: 'x'.repeat(32),
  }

  it('go to Mercado Pago itself unless another address is configured', () => {
    expect(readConfig(application).mercadoPago).toEqual({
      clientId: '7421',
      clientSecret: 'de-la-aplicacion',
      webhookSecret: 'aviso',
      apiOrigin: 'https://api.mercadopago.com',
      authOrigin: 'https://auth.mercadopago.com',
    })
    const there = readConfig({
      ...application,
      MERCADOPAGO_API_URL: 'http://127.0.0.1:9000',
      MERCADOPAGO_AUTH_URL: 'http://127.0.0.1:9001',
    })
    expect(there.mercadoPago).toMatchObject({
      apiOrigin: 'http://127.0.0.1:9000',
      authOrigin: 'http://127.0.0.1:9001',
    })
    expect(readConfig(pages).wallet).toEqual({
      redirectUrl: 'https://billetera.example/pagar?a=1',
      webhookSecret: 'x'.repeat(32),
    })
  })

  it.each([
    ...Object.keys(application).map((name) => [name, application] as const),
    ...Object.keys(pages).map((name) => [name, pages] as const),
  ])('are refused without %s, in one sentence and without repeating a secret', (missing, all) => {
    const read = () => readConfig({ ...all, [missing]: '' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(missing)
    expect(read).not.toThrow(/7421|de-la-aplicacion|aviso|xxxx|billetera\.example/)
  })

  it('are refused where only the address of a stand-in is given', () => {
    for (const name of ['MERCADOPAGO_API_URL', 'MERCADOPAGO_AUTH_URL']) {
      expect(() => readConfig({ [name]: 'https://otro.example' })).toThrow(ConfigError)
    }
  })

  it('are refused with the token of earlier versions, and the error names its replacement', () => {
    const old = { ...application, MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1' }
    expect(() => readConfig(old)).toThrow(
      /^MERCADOPAGO_ACCESS_TOKEN ya no se usa, .*MERCADOPAGO_CLIENT_ID y MERCADOPAGO_CLIENT_SECRET, de tu aplicación de Mercado Pago\.$/,
    )
  })
})
