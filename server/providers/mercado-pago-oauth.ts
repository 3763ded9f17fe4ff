/* OAuth 2.0 with PKCE (RFC 7636). Mercado Pago expects the secret in the body and returns the account as `user_id`. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { links } from '../../shared/links.ts'
import { SECOND } from '../../shared/time.ts'
import type { MercadoPagoApplication } from './mercado-pago.ts'
import { providerUnavailable } from './payment-provider.ts'

export interface SellerGrant {
  accountId: string
  accessToken: string
  refreshToken: string
  expiresIn: number // in ms
}

export interface MercadoPagoOAuth {
  address(state: string, verifier: string): URL
  /** Throws GrantRefused, or AppError('unavailable'). */
  exchange(code: string, verifier: string): Promise<SellerGrant>
  /** Invalidates the old refresh token. Throws GrantRefused, or AppError('unavailable'). */
  renew(refreshToken: string): Promise<SellerGrant>
  nameOf(accessToken: string): Promise<string | null>
}

/** Mercado Pago refused this code or refresh token for good. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused'
}

const TIMEOUT_MS = 8 * SECOND

export function mercadoPagoOAuth(
  { clientId, clientSecret, apiOrigin, authOrigin }: MercadoPagoApplication,
  origin: string,
  timeoutMs = TIMEOUT_MS,
): MercadoPagoOAuth {
  const redirectUri = new URL(links.sellerReturn(), origin).href

  async function grant(fields: Record<string, string>): Promise<SellerGrant> {
    try {
      const response = await fetch(new URL('/oauth/token', apiOrigin), {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams({
          client_id: clientId,
          client_secret: clientSecret,
          ...fields,
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const body: unknown = await response.json()
      if (!response.ok) {
        // Other errors concern the application, not this person's grant.
        const { error } = refusal.parse(body)
        if (error === 'invalid_grant') throw new GrantRefused(`Mercado Pago returned ${error}`)
        throw new Error(`Mercado Pago returned ${response.status} ${error}`)
      }
      const { user_id, access_token, refresh_token, expires_in } = granted.parse(body)
      return {
        accountId: String(user_id),
        accessToken: access_token,
        refreshToken: refresh_token,
        expiresIn: expires_in * SECOND,
      }
    } catch (error) {
      if (error instanceof GrantRefused) throw error
      // A schema's error could contain a token.
      const isOdd = error instanceof z.core.$ZodError || error instanceof SyntaxError
      throw providerUnavailable('Mercado Pago', isOdd ? new Error('No token returned') : error)
    }
  }

  return {
    address(state, verifier) {
      const address = new URL('/authorization', authOrigin)
      address.search = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        platform_id: 'mp',
        redirect_uri: redirectUri,
        scope: 'offline_access read write',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return address
    },

    exchange: (code, verifier) =>
      grant({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),

    renew: (refreshToken) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),

    async nameOf(accessToken) {
      try {
        const response = await fetch(new URL('/users/me', apiOrigin), {
          headers: { Authorization: `Bearer ${accessToken}` },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const { email, nickname } = account.parse(await response.json())
        return email || nickname || null
      } catch {
        return null
      }
    },
  }
}

const text = z.string().check(z.minLength(1), z.maxLength(2_000))
const granted = z.object({
  user_id: z.union([z.int(), z.string().check(z.regex(/^\d{1,20}$/))]),
  access_token: text,
  refresh_token: text,
  expires_in: z.int().check(z.gte(60)),
})
const refusal = z.object({ error: z.string().check(z.regex(/^[\w-]{1,50}$/)) })
const name = z.optional(z.catch(z.string().check(z.maxLength(200)), ''))
const account = z.object({ email: name, nickname: name })
