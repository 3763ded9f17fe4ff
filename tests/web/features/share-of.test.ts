import { expect, onTestFinished, test, vi } from 'vitest'
import { shareOf } from '../../../web/features/sharing/share-of.ts'

test('every way to share has the link of the contribution page, whatever page it is shared from', () => {
  const origin = 'https://entretodos.example'
  vi.stubGlobal('window', { location: { origin, href: `${origin}/colecta/7` } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const link = `${origin}/contribuir/7`
  const { whatsAppHref, ...rest } = shareOf({ id: '7', title: 'Regalo para la seño' })
  expect(rest).toEqual({
    link,
    message: {
      title: 'Regalo para la seño',
      text: expect.stringContaining('«Regalo para la seño»'),
      url: link,
    },
  })
  expect(new URL(whatsAppHref).searchParams.get('text')).toMatch(/\/contribuir\/7$/)
})
