import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Money } from '../../../web/components/money.tsx'
import { MoneyInput } from '../../../web/components/money-input.tsx'

test.each([undefined, 'lg', 'xl'] as const)('an amount is in pesos at the size %s', (size) => {
  const written = renderToString(createElement(Money, { amount: 1_234_567_50, size }))
  expect(written.replace(/<[^>]*>/g, '')).toBe('$\u00a01.234.567,50')
})

test('an amount is asked for in pesos', () => {
  const asked = renderToString(createElement(MoneyInput, { value: '15.000', onValue() {} }))
  expect(asked).toContain('>$</span>')
})
