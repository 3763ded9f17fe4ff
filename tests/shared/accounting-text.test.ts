import { expect, test } from 'vitest'
import { accountingText } from '../../shared/accounting-text.ts'

const GIFT = {
  title: 'Regalo para la seño Caro',
  amountCollected: 518_100_00,
  amountVerified: 400_000_00,
  totalAmount: 900_000_00,
  confirmedCount: 34,
}

test('an account of a colecta shows the collected and the verified amount', () => {
  expect(accountingText(GIFT, '2026-11-27')).toBe(
    [
      'Rendición de la colecta «Regalo para la seño Caro» al 27/11/2026: juntamos $\u00a0518.100 de $\u00a0900.000 con 34 aportes.',
      'Acreditado en la cuenta: $\u00a0400.000. Por verificar: $\u00a0118.100.',
    ].join('\n'),
  )
})

test('an account of one verified contribution has nothing left to verify', () => {
  const one = { ...GIFT, amountCollected: 15_000_50, amountVerified: 15_000_50, confirmedCount: 1 }
  expect(accountingText(one, '2026-11-27')).toMatch(
    /juntamos \$\u00a015\.000,50 de .* con 1 aporte\.\nTodo está acreditado en la cuenta\.$/,
  )
})
