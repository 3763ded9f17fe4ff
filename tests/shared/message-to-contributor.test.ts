import { describe, expect, test } from 'vitest'
import { emailTo } from '../../shared/links.ts'
import { messageToContributor } from '../../shared/message-to-contributor.ts'

const JULIETA = { contributorName: 'Julieta Romero', amount: 15_000_00, rejectionReason: '' }
const GIFT = { title: 'Regalo para la seño Caro' }

describe('a message to a contributor', () => {
  test.each([
    ['verified', 'Recibí', '. ¡Gracias!'],
    ['confirmed', 'Te escribo por', '.'],
    ['pending', 'Te escribo por', '.'],
    ['rejected', 'No pude acreditar', '.'],
  ] as const)('describes a contribution that is %s', (state, before, after) => {
    expect(messageToContributor({ ...JULIETA, state }, GIFT)).toBe(
      `Hola Julieta.\n${before} tu aporte de $\u00a015.000 a la colecta «${GIFT.title}»${after}`,
    )
  })

  test('gives the reason of a rejection', () => {
    const contribution = {
      ...JULIETA,
      state: 'rejected',
      rejectionReason: 'Está repetido',
    } as const
    expect(messageToContributor(contribution, GIFT)).toMatch(/»\.\nEstá repetido$/)
  })
})

test('an e-mail has its lines as RFC 6068 wants them', () => {
  const link = emailTo('ana+club@example.com', 'Techo & piso', 'Hola.\n¿Llegó?')
  expect(link).toBe(
    'mailto:ana%2Bclub@example.com?subject=Techo%20%26%20piso&body=Hola.%0D%0A%C2%BFLleg%C3%B3%3F',
  )
  const { pathname, searchParams } = new URL(link)
  expect([decodeURIComponent(pathname), searchParams.get('body')]).toEqual([
    'ana+club@example.com',
    'Hola.\r\n¿Llegó?',
  ])
})
