/* Google by OpenID Connect (A4). Only this file uses Arctic and jose. */
import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError, type OAuth2Tokens } from 'arctic'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { withTimeout } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { clean } from '../../shared/text.ts'
import { HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import { emailAddress, MAX_NAME_LENGTH } from '../../shared/user.ts'

export interface GoogleClient {
  clientId: string
  clientSecret: string
  issuer: string
}

export interface Identity extends FullName {
  subject: string // never changes, unlike the address
  email: string
}

export interface Challenge {
  state: string
  verifier: string
  nonce: string
}

export interface Google {
  address(challenge: Challenge): Promise<URL> // throws AppError('unavailable')
  /** Throws AppError: 'unavailable', 'sign-in-refused'. */
  identify(code: string, challenge: Omit<Challenge, 'state'>): Promise<Identity>
}

interface Tools {
  returnAddress: string
  now(): Date
  onFault(error: AppError): void
}

const TIMEOUT_MS = 5 * SECOND // for each of its three requests, well below the browser's
const CLOCKS_DIFFER_S = MINUTE / SECOND
const TOKEN_AGE_S = (10 * MINUTE) / SECOND
const DISCOVERY_CACHED_FOR = HOUR

export function createGoogle(
  { clientId, clientSecret, issuer }: GoogleClient,
  { returnAddress, now, onFault }: Tools,
  timeoutMs = TIMEOUT_MS,
): Google {
  const client = new OAuth2Client(clientId, clientSecret, returnAddress)
  const provider = cachedFor(DISCOVERY_CACHED_FOR, () => discover(issuer, timeoutMs))

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError) throw error
      const refusal = isRefusal(error) ? refusedSignIn(error) : googleUnavailable(error)
      onFault(refusal)
      throw refusal
    }
  }

  return {
    address: ({ state, verifier, nonce }) =>
      ask(async () => {
        const address = client.createAuthorizationURLWithPKCE(
          (await provider()).authorizationEndpoint,
          state,
          CodeChallengeMethod.S256,
          verifier,
          ['openid', 'email', 'profile'],
        )
        address.searchParams.set('nonce', nonce)
        // On a shared device the next person must choose their account.
        address.searchParams.set('prompt', 'select_account')
        return address
      }),

    identify: (code, { verifier, nonce }) =>
      ask(async () => {
        const { tokenEndpoint, keys } = await provider()
        const tokens = await withTimeout(
          client.validateAuthorizationCode(tokenEndpoint, code, verifier),
          timeoutMs,
        )
        const { payload } = await jwtVerify(idTokenOf(tokens), keys, {
          algorithms: ['RS256'],
          issuer: namesOf(issuer),
          audience: clientId,
          requiredClaims: ['sub', 'exp', 'iat'],
          maxTokenAge: TOKEN_AGE_S,
          clockTolerance: CLOCKS_DIFFER_S,
          currentDate: now(),
        })
        if (!isForUs(payload, clientId) || payload.nonce !== nonce) {
          throw new NotOurToken('The ID token is meant for somebody or something else')
        }
        return identityIn(payload)
      }),
  }
}

interface Provider {
  authorizationEndpoint: string
  tokenEndpoint: string
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** OpenID Connect Discovery 4. */
async function discover(issuer: string, timeoutMs: number): Promise<Provider> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`Discovery returned ${response.status}`)
  const found = discovery.parse(await response.json())
  if (found.issuer !== issuer) throw new Error('Discovery speaks for another issuer')
  return {
    authorizationEndpoint: found.authorization_endpoint,
    tokenEndpoint: found.token_endpoint,
    keys: createRemoteJWKSet(new URL(found.jwks_uri), {
      timeoutDuration: timeoutMs,
      cooldownDuration: 0, // tokens come from the provider alone, so that an unknown key is a new one
    }),
  }
}

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

/** OpenID Connect Core 3.1.3.7, 3 to 5: we are the only audience. */
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  const alone = aud === clientId || (Array.isArray(aud) && aud.length === 1)
  return alone && (azp === undefined || azp === clientId)
}

/** Google uses either issuer in its tokens. */
function namesOf(issuer: string): string[] {
  return issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer]
}

function idTokenOf(tokens: OAuth2Tokens): string {
  try {
    return tokens.idToken()
  } catch (cause) {
    throw new AppError(
      'sign-in-refused',
      'Tokens de autenticación no encontrados. Intenta nuevamente.',
      { cause },
    )
  }
}

function identityIn(payload: JWTPayload): Identity {
  const claims = idTokenClaims.parse(payload)
  if (claims.email_verified !== true) {
    throw new AppError(
      'sign-in-refused',
      'Google todavía no verificó tu email. Verifícalo en tu cuenta de Google e intenta nuevamente.',
    )
  }
  return { subject: claims.sub, email: claims.email, ...fullNameOf(claims) }
}

const optionalText = z.catch(z.string(), '')
const idTokenClaims = z.object({
  sub: z.string().check(z.regex(/^[ -~]{1,255}$/)),
  email: emailAddress('Falta el email.'),
  email_verified: z.optional(z.unknown()),
  given_name: optionalText,
  family_name: optionalText,
  name: optionalText,
})

class NotOurToken extends Error {
  override readonly name = 'NotOurToken'
}

/** All other errors mean that the provider is not reachable. */
function isRefusal(error: unknown): boolean {
  if (error instanceof errors.JOSEError) return !KEYS_DID_NOT_COME.includes(error.code)
  return [OAuth2RequestError, NotOurToken, z.core.$ZodError].some((kind) => error instanceof kind)
}

const KEYS_DID_NOT_COME = [errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]

export function refusedSignIn(cause?: unknown): AppError {
  const message = 'Error al procesar la autenticación. Intenta nuevamente.'
  return new AppError('sign-in-refused', message, { cause })
}

function googleUnavailable(cause: unknown): AppError {
  const message = 'Google no responde. Intenta nuevamente en unos minutos.'
  return new AppError('unavailable', message, { cause })
}

/** Failures are not cached. */
function cachedFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; until: number } | null = null

  return () => {
    if (cached && Date.now() < cached.until) return cached.value
    const fresh = { value: load(), until: Date.now() + ms }
    cached = fresh
    fresh.value.catch(() => {
      if (cached === fresh) cached = null
    })
    return fresh.value
  }
}

interface FullName {
  firstName: string
  lastName: string
}

interface Claims {
  given_name: string
  family_name: string
  name: string
  email: string
}

/** Splits a full name after its first word; without any name, uses the e-mail. */
function fullNameOf({ given_name, family_name, name, email }: Claims): FullName {
  const given = nameIn(given_name)
  if (given !== '') return { firstName: given, lastName: nameIn(family_name) }
  const [first, ...rest] = clean(name).split(' ')
  return { firstName: nameIn(first || email.replace(/@.*$/, '')), lastName: nameIn(rest.join(' ')) }
}

/** Cleaned again after the cut, which may have split a character. */
function nameIn(text: string): string {
  return clean(clean(text).slice(0, MAX_NAME_LENGTH))
}
