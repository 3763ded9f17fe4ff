import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../config.ts'

const SELF = ["'self'"]
const NONE = ["'none'"]
const POLICY = 'Content-Security-Policy'

/** Sets the security headers (A6). A stricter policy that a response already has is kept. */
export function securityHeaders({ secure }: Config, scripts: readonly string[]) {
  const headers = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: SELF,
      // For PGlite. WebAssembly does not require 'unsafe-eval'.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...scripts],
      styleSrc: SELF,
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: SELF,
      workerSrc: SELF,
      objectSrc: NONE,
      baseUri: NONE,
      formAction: SELF,
      frameAncestors: NONE,
      // The one policy is in web/index.html.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
    },
    strictTransportSecurity: secure ? 'max-age=31536000; includeSubDomains' : false,
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  })
  return createMiddleware(async (c, next) => {
    let own: string | null = null
    await headers(c, async () => {
      await next()
      own = c.res.headers.get(POLICY)
    })
    if (own !== null) c.header(POLICY, own)
  })
}

/** API responses are personal and change. */
export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
