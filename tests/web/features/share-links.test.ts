import { expect, onTestFinished, test, vi } from 'vitest'
import { shareLinks } from '../../../web/features/sharing/share-links.ts'

test('every way to share uses the short link, from every page', () => {
  const id = '01a1fd4d-23d0-739d-b41f-4c0c2d168e64'
  const origin = 'https://entretodos.example'
  vi.stubGlobal('window', { location: { origin, href: `${origin}/colecta/${id}` } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const link = `${origin}/c/1gphd3k4`
  const { whatsAppHref, ...rest } = shareLinks({ id, title: 'Regalo para la seño' })
  expect(rest).toEqual({
    link,
    message: {
      title: 'Regalo para la seño',
      text: expect.stringContaining('«Regalo para la seño»'),
      url: link,
    },
  })
  expect(new URL(whatsAppHref).searchParams.get('text')).toMatch(/\n.*\/c\/1gphd3k4$/)
})
