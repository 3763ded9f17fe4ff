/* All paths of screens; no other module spells one. Ids are not encoded: routes use `links.collection(':id')`. */
import { shortCode } from './id.ts'

export const links = {
  home: () => '/',
  login: (returnTo?: string, error?: string) => withQuery('/login', { returnTo, error }),
  register: (error?: string) => withQuery('/register', { error }),
  authCallback: () => '/auth/callback',
  /** Not a screen: the server redirects from here to Google. */
  googleSignIn: (returnTo?: string, from?: 'register') =>
    withQuery('/api/login/google', { returnTo, from }),
  confirmEmail: (token?: string) => withToken('/confirmar', token),
  confirmNewEmail: (token?: string) => withToken('/confirmar-nuevo-email', token),
  forgotPassword: () => '/forgot-password',
  resetPassword: (token?: string) => withToken('/reset-password', token),
  dashboard: () => '/dashboard',
  /** `copia`: the id of a collection to begin from. */
  newCollection: (copia?: string) => withQuery('/colecta/new', { copia }),
  collection: (id: string) => `/colecta/${id}`,
  /** The contributions of a collection that wait to be verified, one after another. */
  review: (id: string) => `/colecta/${id}/revisar`,
  people: (id: string) => `/colecta/${id}/personas`,
  conciliate: (id: string) => `/colecta/${id}/conciliar`,
  /** For all colectas that use one account. */
  conciliateAccount: (cuenta?: string) => withQuery('/conciliar', { cuenta }),
  editCollection: (id: string) => `/colecta/${id}/edit`,
  accounting: (id: string) => `/colecta/${id}/rendicion`,
  poster: (id: string) => `/colecta/${id}/imprimir`,
  registerContribution: (id: string) => `/colecta/${id}/aportar`,
  contribute: (id: string) => `/contribuir/${id}`,
  /** The contribution page for a signed-in person. */
  ownContribution: (id: string) => `/colecta/${id}/contribute`,
  /** A guest's own report. Browsers never send the key behind `#` to a server. */
  ownReport: (id: string, key = '') => `/mi-aporte/${id}${key && `#${key}`}`,
  /** Turns e-mails off, with a button. The key is in the e-mail. */
  stopEmails: (id: string, key = '') => `/dejar-de-recibir/${id}${key && `#${key}`}`,
  payments: () => '/payments',
  paymentSuccess: (reference?: string) => withQuery('/payment/success', { reference }),
  paymentError: (reference?: string) => withQuery('/payment/error', { reference }),
  paymentPending: (reference?: string) => withQuery('/payment/pending', { reference }),
  paymentCallback: (reference?: string) =>
    withQuery('/payment/callback', { payment_id: reference, reference }),
  modoWebhook: () => '/webhook/modo',
  profile: () => '/profile/edit',
  profileAfterConnecting: (connection: string) =>
    withQuery('/profile/edit', { 'mercado-pago': connection }),
  /** Not a screen: Mercado Pago redirects to it. */
  sellerReturn: () => '/api/account/mercado-pago/return',
  diagnosis: () => '/perfil/diagnostico',
  accountDeleted: () => '/cuenta-eliminada',
  admin: () => '/admin',
  /** Shows every component in every state to developers; no page links to it. */
  gallery: () => '/galeria',
  testSuccessAnimation: () => '/test-success-animation',
  howItWorks: () => '/como-funciona',
  help: () => '/ayuda',
  faq: () => '/faq',
  contact: () => '/contacto',
  terms: () => '/terminos-condiciones',
  privacy: () => '/politica-privacidad',
  cookies: () => '/politica-cookies',
}

const SCREENS = Object.values(links)
  .map((link: (id: string) => string) => link(':id').replace(/[?#].*/, ''))
  .filter((path) => !path.startsWith('/api/'))
  .map((path) => new RegExp(`^${path.replaceAll(':id', '[^/]+')}/*$`, 'i'))

/** Returns whether a screen exists at `path`. Like the router, ignores case and a slash at the end. */
export function isScreen(path: string): boolean {
  return SCREENS.some((screen) => screen.test(path))
}

/** Not a screen: the server redirects from here to the contribution page. */
export const SHORT_LINKS = '/c/:code'

/** Returns the address to share, short enough to be typed from paper. */
export function sharedLink(origin: string, id: string): string {
  return new URL(SHORT_LINKS.replace(':code', shortCode(id)), origin).href
}

export function contributionLink(origin: string, id: string): string {
  return new URL(links.contribute(id), origin).href
}

/** Returns the message with the link at its end, where every messenger finds it. */
export function shareText(title: string, link: string): string {
  return `${invitation(title)}\n${link}`
}

export function invitation(title: string): string {
  return `Te invito a la colecta «${title}». Abre el enlace para ver los datos de la transferencia y subir tu comprobante:`
}

/** `number`: digits with the country code. Without it, WhatsApp asks for the recipient. */
export function whatsAppLink(text: string, number = ''): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}

export function emailTo(address: string, subject: string, text: string): string {
  const to = encodeURIComponent(address).replace('%40', '@')
  const body = encodeURIComponent(text.replaceAll('\n', '\r\n'))
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${body}`
}

/**
 * Returns a path of this site to return to after a sign-in, or null (A6). Rejects what a browser could read as another
 * host: `//host`, `/\host`, `/<tab>/host`, and `/.//host`, which is harmless until code takes the path out of the
 * parsed address.
 */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value || !/^\/[^\\\s\p{Cc}]*$/u.test(value)) return null
  return /^[^?#]*\/\//.test(value) ? null : value
}

/** Browsers send no fragment, so the token reaches no server log and no referrer. */
function withToken(path: string, token: string | undefined): string {
  return token === undefined ? path : `${path}#token=${encodeURIComponent(token)}`
}

/** Returns the token of a link in an e-mail, '' without one. Links of earlier releases have it in the query. */
export function tokenIn({ hash, search }: { hash: string; search: string }): string {
  const [inHash, inQuery] = [hash.slice(1), search].map((text) =>
    new URLSearchParams(text).get('token'),
  )
  return inHash ?? inQuery ?? ''
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}
