/* The pages that anyone may open, as the server renders them: what they say, and where they lead. */
import { expect, test } from 'vitest'
import { renderPage } from '../../../web/render.tsx'

test('how it works leads to /register and /login', async () => {
  const { main } = await open('/como-funciona')
  expect(hrefsIn(main)).toEqual(['/faq', '/register', '/login'])
})

test('home has three steps, reasons, occasions, benefits, and two ways to register', async () => {
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
  expect(hrefsIn(main)).toEqual(['/register', '#como-funciona', '/register'])
})

test('/login asks for e-mail and password, and leads to /register and /forgot-password', async () => {
  const { main } = await open('/login')
  expect([...main.matchAll(/<input[^>]* type="(\w+)"/g)].map(([, type]) => type)).toEqual([
    'email',
    'password',
  ])
  expect(hrefsIn(main)).toEqual(expect.arrayContaining(['/register', '/forgot-password']))
})

test('the bar and the foot lead a guest to every page that is named', async () => {
  const { page } = await open('/ayuda')
  const [header = ''] = /<header.*?<\/header>/s.exec(page) ?? []
  expect(new Set(hrefsIn(header))).toEqual(new Set(['#contenido', '/', '/login', '/register']))
  const [footer = ''] = /<footer.*?<\/footer>/s.exec(page) ?? []
  expect(hrefsIn(footer)).toEqual([
    '/register',
    '/login',
    '/como-funciona',
    '/ayuda',
    '/faq',
    '/contacto',
    '/terminos-condiciones',
    '/politica-privacidad',
    '/politica-cookies',
  ])
})

async function open(path: string): Promise<{ page: string; main: string }> {
  const page = await renderPage(path, { today: '2026-11-23', user: null })
  const [main = ''] = /<main.*<\/main>/s.exec(page) ?? []
  return { page, main }
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

/** Each heading with its level before it. */
const headingsIn = (html: string) =>
  [...html.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/gs)].map(
    ([, level, text = '']) => `${level} ${textOf(text)}`,
  )
