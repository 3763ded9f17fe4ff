import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Issuer,
  OAuth2Service,
} from 'oauth2-mock-server'

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

/**
 * A real OpenID provider on a port of this machine, in Google's place. Whoever comes is `person`, and is
 * let through without a question; the other settings are what can go wrong.
 */
export async function startGoogle() {
  const issuer = new OAuth2Issuer()
  const service = new OAuth2Service(issuer)
  await issuer.keys.generate('RS256')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname
    google.asked.push(path)
    const trouble = google.trouble[path]
    if (trouble) trouble(response)
    else service.requestHandler(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    Object.assign(payload, google.person, google.claims)
  })
  service.on('beforeResponse', (answer: MutableResponse) => google.onAnswer(answer))
  service.on('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri) => {
    if (!google.cancels) return
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
  })

  const calm = () => ({
    person: LUCIA_AT_GOOGLE as Claims,
    /** Over those of a good token; undefined takes one away. */
    claims: {} as Claims,
    cancels: false,
    onAnswer: (_answer: MutableResponse) => {},
    /** By path: what happens instead. */
    trouble: {} as Record<string, (response: ServerResponse) => void>,
    asked: [] as string[],
  })
  const google = {
    ...calm(),
    issuer,
    /** The environment of a server that this provider knows. */
    env: { ...CLIENT, GOOGLE_ISSUER: issuer.url },
    calm: () => Object.assign(google, calm()),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return google
}
