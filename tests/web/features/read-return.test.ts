import { describe, expect, it } from 'vitest'
import { readReturn } from '../../../web/features/payments/payment-return.ts'

const read = (query: string) => readReturn(new URLSearchParams(query))

describe('the address of the return from a payment', () => {
  it('is read as the specification names its parts', () => {
    expect(
      read(
        'reference=r-1&amount=15000.50&aportanteName=Julieta&error=sin+saldo&status=completed&payment_id=77',
      ),
    ).toEqual({
      reference: 'r-1',
      amount: 15_000_50,
      contributorName: 'Julieta',
      error: 'sin saldo',
      status: 'completed',
      paymentId: '77',
    })
  })

  it.each(['', 'reference=null&amount=null&aportanteName=null&error=null&status=&payment_id=%20'])(
    'without values is filled in as specified: %s',
    (query) => {
      expect(read(query)).toEqual({
        reference: null,
        amount: null,
        contributorName: 'Usuario',
        error: 'Error desconocido',
        status: null,
        paymentId: null,
      })
    },
  )

  it.each(['0', '-5', '1e9', 'NaN', '1500.500', '99999999999999', '<b>5</b>'])(
    'has no amount when its value is invalid: %s',
    (amount) => expect(read(`amount=${encodeURIComponent(amount)}`).amount).toBeNull(),
  )

  it('cannot fill the page, hide letters or turn them round', () => {
    const { error, contributorName, reference } = read(
      `error=${'a'.repeat(5_000)}&aportanteName=${encodeURIComponent('Ju\u202Elie\u0000ta\n\n x')}&reference=${encodeURIComponent('🧉'.repeat(100))}`,
    )
    expect(error).toBe(`${'a'.repeat(159)}…`)
    expect(contributorName).toBe('Julieta x')
    expect(reference).toBe(`${'🧉'.repeat(63)}…`)
  })
})
