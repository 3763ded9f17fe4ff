/*
 * Every address of the product. Screens, messages and mails ask here; nobody else spells a path.
 * Ids go in as they are, so that the router's table can say `links.collection(':id')`.
 */
export const links = {
  home: () => '/',
  login: (returnTo?: string, error?: string) => withQuery('/login', { returnTo, error }),
  register: (error?: string) => withQuery('/register', { error }),
  /** Where Google sends people back to. */
  authCallback: () => '/auth/callback',
  /** Not a screen: the server sends the browser on to Google from there. */
  googleSignIn: (returnTo?: string, from?: 'register') =>
    withQuery('/api/login/google', { returnTo, from }),
  confirmEmail: (token?: string) => withToken('/confirmar', token),
  confirmNewEmail: (token?: string) => withToken('/confirmar-nuevo-email', token),
  forgotPassword: () => '/forgot-password',
  resetPassword: (token?: string) => withToken('/reset-password', token),
  dashboard: () => '/dashboard',
  newCollection: () => '/colecta/new',
  collection: (id: string) => `/colecta/${id}`,
  editCollection: (id: string) => `/colecta/${id}/edit`,
  poster: (id: string) => `/colecta/${id}/imprimir`,
  registerContribution: (id: string) => `/colecta/${id}/aportar`,
  contribute: (id: string) => `/contribuir/${id}`,
  /** The same for who is signed in, as the specification names it. */
  ownContribution: (id: string) => `/colecta/${id}/contribute`,
  /** Of a guest, with the key behind `#`: no server is told it. */
  ownReport: (id: string, key = '') => `/mi-aporte/${id}${key && `#${key}`}`,
  payments: () => '/payments',
  /** Where a payment provider sends people back to. */
  paymentSuccess: (reference?: string) => withQuery('/payment/success', { reference }),
  paymentError: (reference?: string) => withQuery('/payment/error', { reference }),
  paymentPending: (reference?: string) => withQuery('/payment/pending', { reference }),
  paymentCallback: (reference?: string) =>
    withQuery('/payment/callback', { payment_id: reference, reference }),
  modoWebhook: () => '/webhook/modo',
  profile: () => '/profile/edit',
  /** Where the profile shows how connecting an account for payments ended (shared/seller.ts). */
  profileAfterConnecting: (connection: string) =>
    withQuery('/profile/edit', { 'mercado-pago': connection }),
  /** Not a screen: Mercado Pago sends the browser there. */
  sellerReturn: () => '/api/account/mercado-pago/return',
  /** How the replica of this device stands, for whoever looks for a fault. */
  diagnosis: () => '/perfil/diagnostico',
  accountDeleted: () => '/cuenta-eliminada',
  admin: () => '/admin',
  /** Every component in every state, for developers; nothing leads there. */
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

/** Whether there is a screen at `path`, as the router matches it: in upper case too, and with a slash at its end. */
export function isScreen(path: string): boolean {
  return SCREENS.some((screen) => screen.test(path))
}

/** The whole address an organiser shares. */
export function contributionLink(origin: string, id: string): string {
  return new URL(links.contribute(id), origin).href
}

/** The message that goes with the link; the link stands last, so that every messenger finds it. */
export function shareText(title: string, link: string): string {
  return `${invitation(title)}\n${link}`
}

/** The same words for whoever takes the link apart from them. */
export function invitation(title: string): string {
  return `Te invito a la colecta «${title}». Abre el enlace para ver los datos de la transferencia y subir tu comprobante:`
}

/** Opens WhatsApp's contact picker with the text written. */
export function whatsAppLink(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}

/**
 * Where to go after signing in, or null unless it is a path of ours (A6). Refuses everything a
 * browser could read as another host: `//host`, `/\host`, `/<tab>/host`, and `/.//host`, which is
 * harmless until somebody takes the path out of the parsed address and uses it again.
 */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value || !/^\/[^\\\s\p{Cc}]*$/u.test(value)) return null
  return /^[^?#]*\/\//.test(value) ? null : value
}

/** Browsers send no fragment: the token is in no server's log and in no referrer. */
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
