import { describe, expect, it, test } from 'vitest'
import { analyticsBatch, analyticsEvent, MAX_EVENTS } from '../../shared/analytics.ts'
import { ANALYTICS_PAGES } from '../../shared/analytics-pages.ts'
import { newId } from '../../shared/id.ts'
import { MAX_AMOUNT } from '../../shared/money.ts'
import { check } from '../../shared/validation.ts'

const HOUR = 60 * 60 // seconds
const page = '/dashboard'
const collectionId = newId()
const payment = { collectionId, amount: 5_000_00, paymentMethod: 'Transferencia' }

const events = [
  { name: 'page_view', page },
  { name: 'user_engagement', page, ms: 12 * HOUR * 1000 },
  { name: 'scroll_depth', page, percent: 100 },
  { name: 'time_on_page', page, seconds: 12 * HOUR },
  { name: 'payment_guest', ...payment },
  { name: 'payment_logged', ...payment, amount: MAX_AMOUNT },
  { name: 'share_colecta_copy', collectionId },
  { name: 'share', collectionId, method: 'whatsapp' },
  { name: 'share', collectionId, method: 'device' },
  { name: 'conversion', kind: 'contribution' },
  { name: 'conversion', kind: 'registration' },
  { name: 'conversion', kind: 'collection' },
]

describe('an event', () => {
  test.each(events)('may be %j', (event) => {
    expect(check(analyticsEvent, event)).toEqual({ ok: true, value: event })
  })

  test.each(events)('has no parameter more than %j', (event) => {
    expect(check(analyticsEvent, { ...event, title: 'Regalo' }).ok).toBe(false)
  })

  test.each(events)('has no parameter less than %j', ({ name }) => {
    expect(check(analyticsEvent, { name }).ok).toBe(false)
  })

  test.each([
    { name: '', page },
    { name: 'page_view', page: '/dashboard/7' },
    { name: 'page_view', page: '' },
    { name: 'user_engagement', page, ms: 12 * HOUR * 1000 + 1 },
    { name: 'scroll_depth', page, percent: 101 },
    { name: 'scroll_depth', page, percent: -1 },
    { name: 'scroll_depth', page, percent: 1.5 },
    { name: 'time_on_page', page, seconds: 12 * HOUR + 1 },
    { name: 'payment_guest', ...payment, amount: MAX_AMOUNT + 1 },
    { name: 'payment_guest', ...payment, paymentMethod: 'Bitcoin' },
    { name: 'share', collectionId, method: '' },
    { name: 'conversion', kind: '' },
  ])('is not %j', (event) => {
    expect(check(analyticsEvent, event).ok).toBe(false)
  })
})

describe('a batch', () => {
  const batch = { clientId: '0123456789abcdef'.repeat(2), sessionId: '1700000000', events }
  const reads = (changes: object) => check(analyticsBatch, { ...batch, ...changes }).ok
  const views = (count: number) => Array.from({ length: count }, () => events[0])

  it('is read', () => {
    expect(check(analyticsBatch, batch)).toEqual({ ok: true, value: batch })
    expect(reads({ sessionId: '1' })).toBe(true)
  })

  it('has no other parameter', () => {
    expect(reads({ userId: 'lucia' })).toBe(false)
  })

  it('holds 1 to 25 events', () => {
    expect(
      [0, 1, MAX_EVENTS, MAX_EVENTS + 1].map((count) => reads({ events: views(count) })),
    ).toEqual([false, true, true, false])
    expect(MAX_EVENTS).toBe(25)
  })

  test.each([
    { clientId: batch.clientId.slice(1) },
    { clientId: `${batch.clientId}0` },
    { clientId: `x${batch.clientId}` },
    { clientId: `${batch.clientId}x` },
    { clientId: 'g'.repeat(32) },
    { sessionId: '' },
    { sessionId: '12345678901' },
    { sessionId: 'x1' },
    { sessionId: '1x' },
  ])('is not read with %j', (changes) => {
    expect(reads(changes)).toBe(false)
  })
})

describe('the pages that are measured', () => {
  it('are listed by pattern, the unknown page last', () => {
    const patterns = ANALYTICS_PAGES.map(({ pattern }) => pattern)
    expect(new Set(patterns).size).toBe(patterns.length)
    expect(patterns.at(-1)).toBe('*')
    expect(patterns.filter((pattern) => pattern.includes(':'))).toEqual([
      '/contribuir/:id',
      '/colecta/:id/contribute',
      '/mi-aporte/:id',
      '/dejar-de-recibir/:id',
      '/colecta/:id',
      '/colecta/:id/edit',
      '/colecta/:id/imprimir',
      '/colecta/:id/rendicion',
      '/colecta/:id/revisar',
      '/colecta/:id/personas',
      '/colecta/:id/conciliar',
      '/colecta/:id/aportar',
    ])
    for (const pattern of patterns.slice(0, -1)) expect(pattern).toMatch(/^\/(?:$|[a-z])/)
  })

  it('have a name and a category', () => {
    const namesIn = (wanted: string) =>
      ANALYTICS_PAGES.filter(({ category }) => category === wanted).map(
        ({ pattern, name }) => `${pattern} ${name}`,
      )
    expect(namesIn('aporte')).toEqual([
      '/contribuir/:id Realizar un aporte',
      '/colecta/:id/contribute Realizar un aporte',
      '/payment/success Pago exitoso',
      '/payment/error Pago fallido',
      '/payment/pending Pago pendiente',
      '/mi-aporte/:id Mi aporte',
      '/payment/callback Vuelta del pago',
      '/webhook/modo Aviso de MODO',
    ])
    expect(namesIn('pública')).toEqual([
      '/ Inicio',
      '/como-funciona Cómo funciona',
      '/test-success-animation Prueba de la animación',
      '/galeria Galería de componentes',
    ])
    expect(namesIn('cuenta')).toEqual([
      '/login Iniciar sesión',
      '/register Crear cuenta',
      '/auth/callback Vuelta de Google',
      '/confirmar Confirmar email',
      '/confirmar-nuevo-email Confirmar nuevo email',
      '/forgot-password Recuperar contraseña',
      '/reset-password Nueva contraseña',
      '/profile/edit Perfil',
      '/perfil/diagnostico Diagnóstico',
      '/dejar-de-recibir/:id Dejar de recibir emails',
      '/cuenta-eliminada Cuenta eliminada',
    ])
    expect(namesIn('organización')).toEqual([
      '/dashboard Dashboard',
      '/colecta/new Nueva Colecta',
      '/colecta/:id Colecta',
      '/colecta/:id/edit Editar colecta',
      '/colecta/:id/imprimir Cartel',
      '/colecta/:id/rendicion Rendición de cuentas',
      '/colecta/:id/revisar Revisar aportes',
      '/colecta/:id/personas Personas',
      '/colecta/:id/conciliar Conciliar',
      '/conciliar Conciliar',
      '/colecta/:id/aportar Registrar aporte',
      '/payments Mis Pagos',
      '/admin Administración',
    ])
    expect(namesIn('información')).toEqual([
      '/ayuda Ayuda',
      '/faq Preguntas frecuentes',
      '/contacto Contacto',
      '/terminos-condiciones Términos',
      '/politica-privacidad Privacidad',
      '/politica-cookies Cookies',
      '* Página desconocida',
    ])
    expect(new Set(ANALYTICS_PAGES.map(({ category }) => category)).size).toBe(5)
  })
})
