import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { Scene } from './scene.ts'
import { at, press } from './ways.ts'

/** The public pages and the page of unknown addresses. */
export const PAGE_SCENES: Scene[] = [
  {
    name: 'inicio',
    route: links.home(),
    play: at('/', /./),
  },
  {
    name: 'inicio-menu',
    route: links.home(),
    only: 'phone',
    async play(page, world) {
      await at('/', /./)(page, world)
      await openMenu(page)
    },
  },
  {
    name: 'inicio-con-sesion',
    route: links.home(),
    as: 'lucia',
    play: at('/', '¡Te damos la bienvenida, Lucía!'),
  },
  {
    name: 'inicio-con-sesion-menu',
    route: links.home(),
    as: 'sofia',
    only: 'phone',
    async play(page, world) {
      await at('/', '¡Te damos la bienvenida, Sofía!')(page, world)
      await openMenu(page)
    },
  },
  {
    name: 'como-funciona',
    route: links.howItWorks(),
    play: at(links.howItWorks(), 'Cómo funciona'),
  },
  { name: 'ayuda', route: links.help(), play: at(links.help(), 'Ayuda') },
  { name: 'preguntas', route: links.faq(), play: at(links.faq(), 'Preguntas frecuentes') },
  {
    name: 'preguntas-una-abierta',
    route: links.faq(),
    async play(page, world) {
      await at(links.faq(), 'Preguntas frecuentes')(page, world)
      await page.locator('summary').first().click()
    },
  },
  { name: 'contacto', route: links.contact(), play: at(links.contact(), 'Contacto') },
  { name: 'terminos', route: links.terms(), play: at(links.terms(), 'Términos y condiciones') },
  {
    name: 'privacidad',
    route: links.privacy(),
    play: at(links.privacy(), 'Política de privacidad'),
  },
  { name: 'cookies', route: links.cookies(), play: at(links.cookies(), 'Política de cookies') },
  { name: 'pagina-desconocida', route: '*', play: at('/no/existe', 'Esta página no existe') },
  {
    name: 'cuenta-eliminada',
    route: links.accountDeleted(),
    play: at(links.accountDeleted(), 'Eliminamos tu cuenta'),
  },
  {
    name: 'celebracion-de-prueba',
    route: links.testSuccessAnimation(),
    play: at(links.testSuccessAnimation(), 'Test de Animación de Éxito'),
  },
  {
    name: 'celebracion',
    route: links.testSuccessAnimation(),
    async play(page, world) {
      await at(links.testSuccessAnimation(), 'Test de Animación de Éxito')(page, world)
      await press(page, 'Mostrar animación')
      await page.getByRole('dialog', { name: '¡Gracias!' }).waitFor()
    },
  },
  {
    name: 'galeria',
    route: links.gallery(),
    async play(page) {
      await page.goto(links.gallery())
      await page.getByRole('heading', { level: 1, name: 'Galería' }).waitFor()
    },
  },
  {
    name: 'sin-servidor',
    route: links.register(),
    alone: true,
    async play(page) {
      await page.route('**/api/session', (route) => route.abort())
      await page.goto('/register')
      await page.getByRole('heading', { name: 'No pudimos conectarnos' }).waitFor()
    },
  },
  {
    name: 'pantalla-que-no-llega',
    route: links.faq(),
    alone: true,
    async play(page, world) {
      await at('/', /./)(page, world)
      // The page is there before the program that would look for another screen.
      await page.waitForFunction(() => document.title.includes('·'))
      await page.context().setOffline(true)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Preguntas' }).click()
      await page.getByRole('heading', { name: 'No pudimos abrir esta pantalla' }).waitFor()
    },
  },
]

/** The header's, on a phone, with the choice of a theme that comes with it. */
async function openMenu(page: Page): Promise<void> {
  await press(page, 'Menú')
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await menu.getByRole('group', { name: 'Tema' }).waitFor()
}
