import { createServer, type ServerResponse } from 'node:http'
import {
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Issuer,
  OAuth2Service,
  type TokenRequestIncomingMessage,
} from 'oauth2-mock-server'
import { listen, stopListening } from '../../scripts/listen.ts'

/** The provider's claims about a person. */
export const LUCIA_AT_GOOGLE = {
  sub: '108204268033311374519',
  email: 'lucia.fernandez@example.com',
  email_verified: true,
  given_name: 'Lucía',
  family_name: 'Fernández',
  name: 'Lucía Fernández',
}

export type Claims = Record<string, unknown>
export type Google = Awaited<ReturnType<typeof startGoogle>>

const CLIENT = { GOOGLE_CLIENT_ID: 'entre-todos', GOOGLE_CLIENT_SECRET: 'secreto-de-google' }
const BASIC = `Basic ${btoa(`${CLIENT.GOOGLE_CLIENT_ID}:${CLIENT.GOOGLE_CLIENT_SECRET}`)}`

/**
 * Starts a real OpenID provider on a port of this machine in place of Google. Every sign-in is accepted as
 * `person`; the other settings are failures.
 */
export async function startGoogle() {
  const issuer = new OAuth2Issuer()
  const service = new OAuth2Service(issuer)
  /** The address to which each code went. */
  const redirects = new Map<unknown, string>()
  await issuer.keys.generate('RS256')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname
    google.asked.push(path)
    const trouble = google.trouble[path]
    if (trouble) trouble(response)
    else service.requestHandler(request, response)
  })
  issuer.url = `http://127.0.0.1:${await listen(server)}`

  service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    Object.assign(payload, google.person, google.claims)
  })
  service.on('beforeResponse', (answer: MutableResponse, asked: TokenRequestIncomingMessage) => {
    // The library compares a verifier, but does not miss one, and asks for no secret. Google does.
    const { code, code_verifier, redirect_uri }: Record<string, unknown> = { ...asked.body }
    if (!code_verifier || redirect_uri !== redirects.get(code)) {
      Object.assign(answer, { statusCode: 400, body: { error: 'invalid_grant' } })
    }
    if (asked.headers.authorization !== BASIC) {
      Object.assign(answer, { statusCode: 401, body: { error: 'invalid_client' } })
    }
    google.onAnswer(answer)
  })
  service.on('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri) => {
    redirects.set(url.searchParams.get('code'), url.origin + url.pathname)
    if (!google.cancels) return
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
  })

  const calm = () => ({
    person: LUCIA_AT_GOOGLE as Claims,
    /** Replaces claims of a valid token; undefined removes one. */
    claims: {} as Claims,
    cancels: false,
    onAnswer: (_answer: MutableResponse) => {},
    /** Replaces the handling of a path. */
    trouble: {} as Record<string, (response: ServerResponse) => void>,
    asked: [] as string[],
  })
  const google = {
    ...calm(),
    issuer,
    /** The environment of a server that is registered with this provider. */
    env: { ...CLIENT, GOOGLE_ISSUER: issuer.url },
    calm: () => Object.assign(google, calm()),
    stop: () => stopListening(server),
  }
  return google
}
