import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ANALYTICS_PAGES } from '../../shared/analytics-pages.ts'
import {
  contributionLink,
  isScreen,
  links,
  safeReturnTo,
  sharedLink,
  shareText,
  tokenIn,
  whatsAppLink,
} from '../../shared/links.ts'

const ORIGIN = 'https://entretodos.example'

describe('the addresses of screens', () => {
  it('are distinguished from other addresses', () => {
    for (const { pattern } of ANALYTICS_PAGES)
      expect(isScreen(pattern), pattern).toBe(pattern !== '*')
    for (const path of ['/AYUDA', '/ayuda/', '/colecta/7/Edit']) expect(isScreen(path)).toBe(true)
    for (const path of [
      '/ayuda~',
      '/colecta',
      '/colecta/7/8',
      '/x/ayuda',
      '/api/login/google',
      '//a',
    ])
      expect(isScreen(path), path).toBe(false)
  })

  it.each([
    ['/confirmar#token=a%2Bb', 'a+b'],
    ['/confirmar?token=a%2Bb', 'a+b'],
    ['/confirmar?token=b#token=a', 'a'],
    ['/confirmar#a', ''],
    ['/confirmar', ''],
  ])('have the token of an e-mail where no server sees it: %s', (path, token) => {
    expect(tokenIn(new URL(path, 'http://localhost'))).toBe(token)
  })

  it('contain the parameters of the screen', () => {
    expect(links.contribute('7')).toBe('/contribuir/7')
    expect(links.editCollection('7')).toBe('/colecta/7/edit')
    expect(links.registerContribution(':id')).toBe('/colecta/:id/aportar')
    expect(links.login()).toBe('/login')
    expect(links.login('/contribuir/7?a=1&b=2')).toBe(
      '/login?returnTo=%2Fcontribuir%2F7%3Fa%3D1%26b%3D2',
    )
    expect(links.confirmEmail('a+b/c=')).toBe('/confirmar#token=a%2Bb%2Fc%3D')
    expect(links.register('google')).toBe('/register?error=google')
    expect(links.googleSignIn('/a', 'register')).toBe(
      '/api/login/google?returnTo=%2Fa&from=register',
    )
    expect(links.resetPassword('x')).toBe('/reset-password#token=x')
    expect(links.ownReport('7')).toBe('/mi-aporte/7')
    expect(links.ownReport('7', 'k')).toBe('/mi-aporte/7#k')
    expect(links.stopEmails('7', 'k')).toBe('/dejar-de-recibir/7#k')
    expect(links.paymentSuccess('x')).toBe('/payment/success?reference=x')
    expect(links.paymentError('x')).toBe('/payment/error?reference=x')
    expect(links.paymentPending('x')).toBe('/payment/pending?reference=x')
    expect(links.paymentCallback('x')).toBe('/payment/callback?payment_id=x&reference=x')
  })

  it('are all places to return to, and no two are the same', () => {
    const all = Object.values(links).map((link) => link('x'))
    for (const path of all) expect(safeReturnTo(path)).toBe(path)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('sharing', () => {
  it('returns a whole URL, also for an origin that ends with a slash', () => {
    expect(contributionLink(ORIGIN, '7')).toBe(`${ORIGIN}/contribuir/7`)
    expect(contributionLink(`${ORIGIN}/`, '7')).toBe(`${ORIGIN}/contribuir/7`)
    const id = '01a1fd4d-23d0-739d-b41f-4c0c2d168e64'
    expect(sharedLink(ORIGIN, id)).toBe(`${ORIGIN}/c/1gphd3k4`)
    expect(sharedLink(`${ORIGIN}/`, id)).toBe(`${ORIGIN}/c/1gphd3k4`)
  })

  it('states the reason, and what to do with the link', () => {
    const text = shareText('Regalo para la seño', `${ORIGIN}/contribuir/7`)
    expect(text).toContain('«Regalo para la seño»')
    expect(text).toContain('datos de la transferencia')
    expect(text).toContain('comprobante')
    expect(text.endsWith(`${ORIGIN}/contribuir/7`)).toBe(true)
  })

  it('passes every character of the text to WhatsApp', () => {
    const text = 'Seño & Cía: 100 % +1 #\n🎁'
    expect(new URL(whatsAppLink(text)).searchParams.get('text')).toBe(text)
  })
})

describe('[A6] the place to return to', () => {
  test.each(['/', '/dashboard', '/contribuir/7?de=a%20b#pago', '/login?returnTo=https://a.b'])(
    'may be %s',
    (path) => {
      expect(safeReturnTo(path)).toBe(path)
    },
  )

  test.each([
    undefined,
    null,
    '',
    'dashboard',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' /dashboard',
    '/.//evil.example',
    '/a/..//evil.example',
    '/dash\u0000board',
  ])('is not %j', (value) => {
    expect(safeReturnTo(value)).toBeNull()
  })

  it('never leads to another host, not even when its path is used again', () => {
    const value = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          ...'/\\.?#:@%\t\n\r \u0000',
          '/.',
          '..',
          '%2f',
          '%5c',
          'evil.example',
          'https:',
        ),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(fc.constantFrom('', '/'), value, (start, rest) => {
        const safe = safeReturnTo(start + rest)
        if (safe === null) return
        const there = new URL(safe, ORIGIN)
        expect(there.origin).toBe(ORIGIN)
        expect(new URL(there.pathname, ORIGIN).origin).toBe(ORIGIN)
      }),
      { numRuns: 5000 },
    )
  })
})
