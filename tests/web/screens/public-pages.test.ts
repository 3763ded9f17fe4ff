/* The public pages as the server renders them: their texts, fields and links. */
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, StaticRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { TOO_MANY_REQUESTS } from '../../../shared/errors.ts'
import { preloadScreen } from '../../../web/app.tsx'
import { Header } from '../../../web/components/header.tsx'
import { AFTER_DELETION } from '../../../web/features/account/account-deletion.ts'
import { renderPage } from '../../../web/render.tsx'
import { AccountDeleted } from '../../../web/screens/account-deleted/account-deleted.tsx'

test('how it works leads to /register and /login', async () => {
  const { main } = await open('/como-funciona')
  expect(linksIn(main)).toEqual([
    'preguntas frecuentes /faq',
    'Crear cuenta /register',
    'Iniciar sesión /login',
  ])
})

test('home has three steps, reasons, occasions, benefits, and the ways to a first colecta', async () => {
  const { main } = await open('/')
  expect(headingsIn(main)).toEqual([
    '1 Juntar plata entre todos, sin perseguir a nadie',
    '2 Tres pasos y listo',
    '3 Crea la colecta',
    '3 Comparte el enlace',
    '3 Recibe los aportes',
    '2 Cuentas claras, amistades largas',
    '3 El dinero nunca pasa por nosotros',
    '3 Todos ven cómo va',
    '3 Se aporta en un minuto',
    '2 Para lo que se junta entre varios',
    '3 Regalos grupales',
    '3 Actividades escolares',
    '3 Gastos compartidos',
    '3 Eventos sociales',
    '2 Tu próxima colecta, en dos minutos',
  ])
  for (const benefit of [
    'Sin comisiones nuestras',
    'A tu alias, CBU o CVU',
    'Nadie tiene que registrarse para aportar',
  ]) {
    expect(textOf(main)).toContain(benefit)
  }
  expect(linksIn(main)).toEqual([
    'Crear mi primera colecta /colecta/new',
    'Cómo funciona #como-funciona',
    'Crear cuenta /register',
  ])
})

test.each([
  ['/login?error=google', 'Error al iniciar sesión con Google'],
  ['/login?error=too-many-requests', TOO_MANY_REQUESTS],
  ['/register?error=google', 'Error al registrarse con Google. Intenta nuevamente.'],
  ['/register?error=too-many-requests', TOO_MANY_REQUESTS],
])('%s says %j', async (path, message) => {
  const { main } = await open(path)
  const [alert = ''] = /<(\w+)[^>]* role="alert".*?<\/\1>/s.exec(main) ?? []
  expect(textOf(alert)).toBe(message)
})

test('/login asks for e-mail and password, and leads to /register and /forgot-password', async () => {
  const { main } = await open('/login')
  expect(headingsIn(main)).toEqual(['1 Iniciar sesión'])
  expect(typesIn(main)).toEqual(['email', 'password'])
  expect(linksIn(main)).toEqual([
    '¿Olvidaste tu contraseña? /forgot-password',
    'Continuar con Google /api/login/google',
    'Crear cuenta /register',
  ])
})

test.each([
  ['/register', ['text', 'text', 'email', 'password', 'password']],
  ['/forgot-password', ['email']],
])('%s has fields of type password and email', async (path, types) => {
  expect(typesIn((await open(path)).main)).toEqual(types)
})

test('the header and the footer link a guest to every named page', async () => {
  const { page } = await open('/ayuda')
  const [header = ''] = /<header.*?<\/header>/s.exec(page) ?? []
  expect(linksIn(header)).toEqual([
    'Ir al contenido #contenido',
    'Entre Todos /',
    'Iniciar sesión /login',
    'Crear cuenta /register',
    'Iniciar sesión /login',
    'Crear cuenta /register',
  ])
  const [footer = ''] = /<footer.*?<\/footer>/s.exec(page) ?? []
  expect(linksIn(footer)).toEqual([
    'Crear cuenta /register',
    'Iniciar sesión /login',
    'Cómo funciona /como-funciona',
    'Ayuda /ayuda',
    'Preguntas frecuentes /faq',
    'Contacto /contacto',
    'Términos /terminos-condiciones',
    'Privacidad /politica-privacidad',
    'Cookies /politica-cookies',
  ])
})

test.each([
  [
    '/como-funciona',
    [
      '1 Cómo funciona',
      '2 Si organizas',
      '- Crea tu cuenta.',
      '- Abre la colecta.',
      '- Comparte el enlace.',
      '- Mira llegar los aportes.',
      '- Rinde cuentas.',
      '2 Si aportas',
      '- Abre el enlace.',
      '- Transfiere',
      '- Registra tu aporte',
      '2 El dinero nunca pasa por aquí',
    ],
    ['/faq', '/register', '/login'],
  ],
  [
    '/ayuda',
    [
      '1 Ayuda',
      '2 Tu cuenta',
      '? No me llegó el email de confirmación',
      '? Olvidé mi contraseña',
      '? Dejé mi cuenta abierta en otro dispositivo',
      '? Quiero eliminar mi cuenta',
      '2 Organizar una colecta',
      '? Dice que mi CBU o CVU no es válido',
      '? ¿Puedo poner una imagen en mi colecta?',
      '? ¿Qué diferencia hay entre confirmado y acreditado?',
      '? ¿Cómo sé qué transferencias llegaron?',
      '? ¿Quiénes faltan?',
      '? ¿Puedo repetir una colecta?',
      '? Alguien me dio efectivo',
      '? Estoy sin conexión',
      '? El archivo CSV se ve mal en Excel',
      '2 Aportar',
      '? Mi comprobante no termina de subir',
      '? ¿Qué archivos sirven como comprobante?',
      '? Me equivoqué en el monto',
      '2 ¿Sigues con la duda?',
    ],
    [
      '/como-funciona',
      '/login',
      '/forgot-password',
      '/profile/edit',
      '/profile/edit',
      '/faq',
      '/contacto',
    ],
  ],
  [
    '/faq',
    [
      '1 Preguntas frecuentes',
      '2 El dinero',
      '? ¿Cuánto cuesta?',
      '? ¿Dónde está el dinero?',
      '? ¿Puedo pagar con tarjeta?',
      '? ¿Qué pasa si no se llega al total?',
      '2 Aportar',
      '? ¿Necesito una cuenta para aportar?',
      '? ¿Quién ve que aporté y cuánto?',
      '? ¿Cómo sé que una colecta es de verdad?',
      '? ¿Puedo aportar más o menos que lo sugerido?',
      '? ¿Funciona con mala señal?',
    ],
    ['/ayuda'],
  ],
  [
    '/contacto',
    [
      '1 Contacto',
      '2 Sobre un aporte o una transferencia',
      '2 Sobre tu cuenta, tus datos o un problema con la página',
      '2 Sobre una colecta que parece un engaño',
    ],
    ['/ayuda'],
  ],
  [
    '/terminos-condiciones',
    [
      '1 Términos y condiciones',
      '2 1. Qué es Entre Todos',
      '2 2. El dinero no pasa por Entre Todos',
      '2 3. Quien organiza',
      '2 4. Quien aporta',
      '2 5. Tu cuenta',
      '2 6. Usos que no se permiten',
      '2 7. Disponibilidad y responsabilidad',
      '2 8. Cambios y ley aplicable',
    ],
    ['/politica-privacidad'],
  ],
  [
    '/politica-privacidad',
    [
      '1 Política de privacidad',
      '2 Qué guardamos',
      '- De quien tiene una cuenta:',
      '- De una colecta:',
      '- De un aporte:',
      '- De la lista de personas de una colecta:',
      '- De un resumen de cuenta que concilias:',
      '- De un dispositivo que pediste que te avise:',
      '- De una denuncia:',
      '- De tus sesiones:',
      '2 Quién los ve',
      '2 Para qué los usamos',
      '2 Dónde están y por cuánto tiempo',
      '2 Tus derechos',
    ],
    ['/contacto', '/politica-cookies'],
  ],
])('%s has all of its parts, in order', async (path, parts, leadsTo) => {
  const { main } = await open(path)
  expect(partsOf(main)).toEqual(parts)
  expect(hrefsIn(main)).toEqual(leadsTo)
})

test.each([
  [
    '/register',
    ['1 Crear cuenta'],
    ['Nombre', 'Apellido', 'Email', 'Contraseña', 'Confirmar contraseña'],
    [
      'Continuar con Google /api/login/google?from=register',
      'términos y condiciones /terminos-condiciones',
      'política de privacidad /politica-privacidad',
      'Iniciar sesión /login',
    ],
  ],
  ['/forgot-password', ['1 Recuperar contraseña'], ['Email'], ['Volver al login /login']],
  [
    '/reset-password',
    ['1 El enlace no sirve'],
    [],
    ['Solicitar un nuevo enlace /forgot-password', 'Volver al login /login'],
  ],
  ['/reset-password#token=x', ['1 Elige una nueva contraseña'], [], []],
  ['/confirmar', ['1 El enlace expiró'], ['Email de tu cuenta'], ['Volver al login /login']],
  ['/confirmar#token=x', ['1 Confirma tu email'], [], []],
  ['/confirmar-nuevo-email', ['1 El enlace expiró'], [], ['Ir a tu perfil /profile/edit']],
  ['/confirmar-nuevo-email#token=x', ['1 Confirma tu nuevo email'], [], []],
  ['/dejar-de-recibir/x#y', ['1 ¿Dejar de recibir estos emails?'], [], []],
  ['/dejar-de-recibir/x#a%', ['1 ¿Dejar de recibir estos emails?'], [], []],
  ['/test-success-animation', ['1 Test de Animación de Éxito'], [], ['← Volver al inicio /']],
  ['/no/existe', ['1 Esta página no existe'], [], ['Ir al inicio /']],
])('%s has its title, fields and links', async (path, headings, labels, leadsTo) => {
  const { main } = await open(path)
  expect(headingsIn(main)).toEqual(headings)
  expect(
    [...main.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].map(([, text = '']) => textOf(text)),
  ).toEqual(labels)
  expect(linksIn(main)).toEqual(leadsTo)
})

test('/cuenta-eliminada confirms a deletion, and has a link', () => {
  const main = afterDeletion(AFTER_DELETION)
  expect(headingsIn(main)).toEqual(['1 Eliminamos tu cuenta'])
  expect(main).not.toContain('<label')
  expect(linksIn(main)).toEqual(['Ir al inicio /'])
})

test('/cuenta-eliminada shows nothing when its address is opened', () => {
  expect(afterDeletion(null)).toBe('')
})

test('/login offers Google only where it is configured', async () => {
  const { main } = await open('/login', { google: false })
  expect(main).not.toContain('Google')
  expect(main).not.toContain('>o<')
})

test('the help page states how long links and files are valid', async () => {
  const text = textOf((await open('/ayuda')).main)
  for (const sentence of [
    'El enlace funciona durante 24 horas.',
    'Funciona durante 60 minutos y una sola vez.',
  ]) {
    expect(text).toContain(sentence)
  }
})

test('the header and the menu of a phone have the same entries, also for an administrator', () => {
  const entries = ['Dashboard /dashboard', 'Nueva Colecta /colecta/new', 'Perfil /profile/edit']
  for (const [isAdmin, more] of [
    [false, []],
    [true, ['Administración /admin']],
  ] as const) {
    const person = { firstName: 'Lucía', lastName: 'Fernández', isAdmin }
    const header = renderToString(
      createElement(StaticRouter, { location: '/' }, createElement(Header, { person })),
    )
    expect(linksIn(header)).toContain('Entre Todos /')
    for (const name of ['Principal', 'Menú']) {
      const [nav = ''] =
        new RegExp(`<nav [^>]*aria-label="${name}".*?</nav>`, 's').exec(header) ?? []
      expect(linksIn(nav)).toEqual([...entries, ...more])
    }
  }
})

test('the privacy page states which data is removed from photos, and that PDFs keep theirs', async () => {
  const { main } = await open('/politica-privacidad')
  const text = textOf(main)
  for (const sentence of [
    'De una foto quitamos, antes de que salga de tu dispositivo, el lugar, la cámara y los demás datos que lleva escondidos.',
    'Un PDF se guarda tal como lo envías, con los datos del documento que tenga: autor, programa, fecha.',
    'una copia dentro de tu propio navegador que se borra al cerrar sesión, también si la cierras desde otro dispositivo.',
    'Solo los cambios que no llegaron a enviarse esperan ahí hasta que vuelvas a entrar, 30 días como máximo.',
    'Un aporte que quien organiza oculta o elimina se borra, con su comprobante, a los 30 días.',
    'Puedes ver y corregir tus datos en tu perfil, también tu email, descargarlos todos en un archivo y eliminar la cuenta desde allí.',
    'Si aportaste sin una cuenta, el enlace «Ver lo que enviaste» que te mostramos al terminar abre tu aporte, y desde allí puedes pedir que se borre.',
  ]) {
    expect(text).toContain(sentence)
  }
})

test('the privacy page states which data of a statement is stored, and which stays on the device', async () => {
  const text = textOf((await open('/politica-privacidad')).main)
  for (const sentence of [
    'el archivo no sale de tu dispositivo, y los nombres, CUIT y textos que trae tampoco, salvo el nombre con el que anotes un aporte.',
    'guardamos el día, el monto, de qué banco o billetera es el resumen, por qué coincide y un código, también si después lo deshaces, hasta que se borra el aporte.',
    'con ella podríamos comprobar si un dato que ya supusiéramos le corresponde, pero no leerlo.',
    'Lo que estás revisando queda en tu dispositivo, con lo que leíste de los comprobantes, hasta que eliges Terminar, cierras sesión o pasan 30 días.',
    'Hasta que cierras sesión quedan allí el nombre y el CUIT de quien pagó por cada email, qué columnas elegiste, qué CBU o CVU decían los archivos y qué ingresos descartaste.',
  ]) {
    expect(text).toContain(sentence)
  }
})

function afterDeletion(state: unknown): string {
  const initialEntries = [{ pathname: '/cuenta-eliminada', state }]
  const screen = createElement(AccountDeleted)
  return renderToString(createElement(MemoryRouter, { initialEntries }, screen))
}

async function open(path: string, known = { google: true }) {
  await preloadScreen(path.split(/[?#]/)[0] ?? '')
  const page = await renderPage(path, { today: '2026-11-23', user: null, ...known })
  const [main = ''] = /<main.*<\/main>/s.exec(page) ?? []
  const body = page.replace(/<header.*?<\/header>/s, '')
  expect(body, 'a part of the page is missing at some width').not.toMatch(/\bonly-(desk|phone)\b/)
  for (const href of hrefsIn(page).filter((href) => href?.startsWith('#'))) {
    expect(page, `${href} leads nowhere`).toContain(` id="${href?.slice(1)}"`)
  }
  return { page, main }
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The text and the target of each link. */
const linksIn = (html: string) =>
  [...html.matchAll(/<a\b[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href, text = '']) => `${textOf(text)} ${href}`,
  )

/** The kind of each field. */
const typesIn = (html: string) =>
  [...html.matchAll(/<input\b([^>]*)/g)].map(
    ([, rest = '']) => / type="(\w+)"/.exec(rest)?.[1] ?? 'text',
  )

const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

/** Headings with their level before them, the steps of a list after '-', and questions after '?'. */
const partsOf = (html: string) =>
  [...html.matchAll(/<(h[1-6]|summary)\b[^>]*>(.*?)<\/\1>|<li><strong>(.*?)<\/strong>/gs)].map(
    ([, tag = '', text = '', step]) =>
      step ? `- ${step}` : `${tag === 'summary' ? '?' : tag.slice(1)} ${textOf(text)}`,
  )

/** Each heading with its level before it. */
const headingsIn = (html: string) =>
  [...html.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/gs)].map(
    ([, level, text = '']) => `${level} ${textOf(text)}`,
  )
