/*
 * Google as an OpenID provider (A4): nobody else knows that Arctic and jose are there. Another provider
 * may stand in for it; whichever it is, its endpoints are read from its discovery document.
 */
import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError, type OAuth2Tokens } from 'arctic'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { withTimeout } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { emailAddress } from '../../shared/user.ts'
import { type FullName, fullNameOf } from './full-name-of.ts'
import { keptFor } from './kept-for.ts'

/** What the provider knows us by. */
export interface GoogleClient {
  clientId: string
  clientSecret: string
  /** As it calls itself in its tokens. */
  issuer: string
}

/** Somebody whom the provider vouches for, their address included. */
export interface Identity extends FullName {
  /** Theirs for ever; the address may change. */
  subject: string
  email: string
}

/** What goes to the provider and must come back with the person. */
export interface Challenge {
  state: string
  verifier: string
  nonce: string
}

export interface Google {
  /** Where to send the person. Throws AppError('unavailable'). */
  address(challenge: Challenge): Promise<URL>
  /** Who came back with this code. Throws AppError: 'unavailable', 'sign-in-refused'. */
  identify(code: string, challenge: Omit<Challenge, 'state'>): Promise<Identity>
}

interface Tools {
  /** Where the provider sends people back to. */
  returnAddress: string
  now(): Date
  /** Told why somebody could not come in, in words without a secret. */
  onFault(error: unknown): void
}

/** Its three answers come well before the browser stops waiting for ours. */
const PATIENCE_MS = 5_000
const CLOCKS_DIFFER_S = 60
const TOKEN_AGE_S = 10 * 60
const DISCOVERY_KEPT_MS = 60 * 60 * 1000

export function createGoogle(
  { clientId, clientSecret, issuer }: GoogleClient,
  { returnAddress, now, onFault }: Tools,
  patienceMs = PATIENCE_MS,
): Google {
  const client = new OAuth2Client(clientId, clientSecret, returnAddress)
  const provider = keptFor(DISCOVERY_KEPT_MS, () => discover(issuer, patienceMs))

  /** What goes wrong is told to the log as it is, and to the person in a sentence. */
  async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError) throw error
      onFault(error)
      throw isRefusal(error) ? refusedSignIn(error) : away(error)
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
        // On a shared device the next person is asked who they are.
        address.searchParams.set('prompt', 'select_account')
        return address
      }),

    identify: (code, { verifier, nonce }) =>
      ask(async () => {
        const { tokenEndpoint, keys } = await provider()
        const tokens = await withTimeout(
          client.validateAuthorizationCode(tokenEndpoint, code, verifier),
          patienceMs,
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

/** OpenID Connect Discovery 4: what the provider says of itself, under its own name only. */
async function discover(issuer: string, patienceMs: number): Promise<Provider> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!answer.ok) throw new Error(`Discovery answered ${answer.status}`)
  const found = discovery.parse(await answer.json())
  if (found.issuer !== issuer) throw new Error('Discovery speaks for another issuer')
  return {
    authorizationEndpoint: found.authorization_endpoint,
    tokenEndpoint: found.token_endpoint,
    keys: createRemoteJWKSet(new URL(found.jwks_uri), {
      timeoutDuration: patienceMs,
      cooldownDuration: 0, // tokens come from the provider alone: an unknown key is a new one
    }),
  }
}

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

/** OpenID Connect Core 3.1.3.7, 3 to 5: for us, and for nobody else beside us. */
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  const alone = aud === clientId || (Array.isArray(aud) && aud.length === 1)
  return alone && (azp === undefined || azp === clientId)
}

/** Google calls itself by either name in its tokens. */
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
  const claims = vouchedFor.parse(payload)
  if (claims.email_verified !== true) {
    throw new AppError(
      'sign-in-refused',
      'Google todavía no verificó tu email. Verifícalo en tu cuenta de Google e intenta nuevamente.',
    )
  }
  return { subject: claims.sub, email: claims.email, ...fullNameOf(claims) }
}

const optionalText = z.catch(z.string(), '')
const vouchedFor = z.object({
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

/** True when the provider said no, or what it said does not hold; anything else means that it is away. */
function isRefusal(error: unknown): boolean {
  if (error instanceof errors.JOSEError) return !KEYS_DID_NOT_COME.includes(error.code)
  return [OAuth2RequestError, NotOurToken, z.core.$ZodError].some((kind) => error instanceof kind)
}

const KEYS_DID_NOT_COME = [errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]

/** Why is nobody's business but the log's. */
export function refusedSignIn(cause?: unknown): AppError {
  const message = 'Error al procesar la autenticación. Intenta nuevamente.'
  return new AppError('sign-in-refused', message, { cause })
}

function away(cause: unknown): AppError {
  return new AppError('unavailable', 'Google no responde. Intenta nuevamente en unos minutos.', {
    cause,
  })
}
