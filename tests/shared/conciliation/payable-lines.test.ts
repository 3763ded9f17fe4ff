import { describe, expect, it } from 'vitest'
import type { StatementLine } from '../../../shared/conciliation/line.ts'
import { batchReferences, sortCredits } from '../../../shared/conciliation/payable-lines.ts'
import { buildLine } from '../../support/statement-lines.ts'

const ANA = '27334445556'
const OSCAR = '20264760950'
const OWNER = { names: ['Lucía Fernández'], cuits: [] as string[] }

function lineOf(line: string, day: number, amount: number, more: Partial<StatementLine> = {}) {
  const date = `2026-03-${String(day).padStart(2, '0')}` as const
  return buildLine({ line, day: date, amount, text: 'TRANSFERENCIA', ...more })
}

/** Returns the payable lines, the doubtful ones with a question mark. */
function payableOf(lines: StatementLine[], owner = OWNER) {
  return sortCredits(lines, owner).payable.map(
    ({ line, isDoubtful }) => line.line + (isDoubtful ? '?' : ''),
  )
}

const debit = (day: number, more: Partial<StatementLine> = {}) => lineOf('z', day, -100, more)

describe('payable lines', () => {
  it('are credits by transfer', () => {
    const lines = [
      lineOf('a', 1, 100),
      lineOf('b', 1, 1),
      lineOf('c', 1, 0),
      lineOf('d', 1, -5),
      lineOf('e', 1, 100, { kind: 'salary' }),
      lineOf('f', 1, 100, { isReturned: true }),
    ]
    expect(payableOf(lines)).toEqual(['a', 'b'])
    expect([...sortCredits(lines, OWNER).returned].map(({ line }) => line)).toEqual(['f'])
  })

  it.each([
    [{ name: 'FERNANDEZ LUCIA' }, []],
    [{ name: 'FERNANDEZ LUCIA MARIA' }, []],
    [{ name: 'FERNANDEZ JUAN' }, ['a']],
    [{ name: null }, ['a']],
    [{ cuit: OSCAR }, []],
    [{ cuit: ANA }, ['a']],
    [{ name: 'GARCIA' }, ['a']],
  ])('leave out those of the owner: %j', (more, payable) => {
    const owner = { names: ['Lucía Fernández', 'Pedro Paz', 'García'], cuits: [OSCAR] }
    expect(payableOf([lineOf('a', 1, 100, more)], owner)).toEqual(payable)
  })

  it.each([
    [{ cuit: ANA, text: 'Transf mismo titular' }, OWNER, []],
    [{ cuit: ANA, text: 'Transf mismo titular' }, { names: [], cuits: [] }, []],
    [{ cuit: ANA, text: 'Ingreso de dinero' }, OWNER, ['a']],
    [{ cuit: null, text: 'Transf mismo titular' }, OWNER, ['a']],
    [{ cuit: ANA, text: 'mismo titular', name: 'FERNANDEZ LUCIA' }, OWNER, []],
    [{ cuit: ANA, text: 'mismo titular', name: 'GOMEZ ANA' }, OWNER, ['a']],
    [{ cuit: ANA, text: 'mismo titular', name: 'GOMEZ ANA' }, { names: [], cuits: [] }, []],
    [
      { cuit: ANA, text: 'mismo titular', name: 'PAZ PEDRO' },
      { names: ['Lucía Fernández', 'Pedro Paz'], cuits: [] },
      [],
    ],
    // Half a name is enough.
    [{ cuit: ANA, text: 'mismo titular', name: 'FERNANDEZ ROSA' }, OWNER, []],
  ])('know the owner’s CUIT by lines between own accounts: %j', (more, owner, payable) => {
    const own = lineOf('b', 1, 50, { kind: 'own-account', ...more })
    expect(payableOf([lineOf('a', 1, 100, { cuit: ANA }), own], owner)).toEqual(payable)
  })

  it('do not take the CUIT of a transfer for the owner’s', () => {
    const other = lineOf('b', 1, 50, { cuit: ANA, text: 'Transf mismo titular' })
    expect(payableOf([lineOf('a', 1, 100, { cuit: ANA }), other])).toEqual(['a', 'b'])
  })
})

describe('a credit that went back', () => {
  const RETURN = { text: 'DEVOLUCION TRANSFERENCIA' }

  it.each([
    ['on its day', 5, 5, []],
    ['after 10 days', 5, 15, []],
    ['after 11 days', 5, 16, ['a']],
    ['before it came', 5, 4, ['a']],
  ])('is not payable: %s', (_, from, to, payable) => {
    expect(payableOf([lineOf('a', from, 100), debit(to, RETURN)])).toEqual(payable)
  })

  it.each([
    ['another amount', { amount: -99, ...RETURN }, ['a']],
    ['no return', { text: 'PAGO' }, ['a']],
    ['a rejected transfer', { kind: 'rejected', ...RETURN }, []],
    ['another kind', { kind: 'cheque', ...RETURN }, ['a']],
    ['the same CUIT', { cuit: ANA }, []],
    ['another CUIT', { cuit: OSCAR }, ['a']],
    ['another CUIT and a return', { cuit: OSCAR, ...RETURN }, ['a']],
    ['the same name', { name: 'GOMEZ ANA' }, []],
    ['half the name', { name: 'GOMEZ ROSA' }, []],
    ['another name', { name: 'PAZ PEDRO' }, ['a']],
    ['a name that says nothing', { name: 'Mamá de Ana' }, ['a']],
    ['a name that says nothing, and a return', { name: 'Mamá de Ana', ...RETURN }, []],
    ['another CUIT and the same name', { cuit: OSCAR, name: 'GOMEZ ANA' }, ['a']],
    ['the same reference', { reference: '12345', kind: 'cheque' }, []],
    ['another reference', { reference: '67890' }, ['a']],
  ] as const)('is recognised by a debit with %s', (_, more, payable) => {
    const credit = lineOf('a', 5, 100, { cuit: ANA, name: 'GOMEZ ANA', reference: '12345' })
    const lines = [credit, debit(6, more)]
    expect(payableOf(lines)).toEqual(payable)
    const returned = payable.length === 0 ? [credit] : []
    expect([...sortCredits(lines, OWNER).returned]).toEqual(returned)
  })

  it.each([
    [{ cuit: ANA }, { name: 'GOMEZ ANA' }],
    [{ name: 'GOMEZ ANA' }, { cuit: ANA }],
    [{ name: 'GOMEZ ANA' }, {}],
    [{}, { name: 'GOMEZ ANA' }],
    [{}, {}],
  ])('is told by the word alone where %j and %j show nothing to compare', (own, other) => {
    const credit = lineOf('a', 5, 100, own)
    expect(payableOf([credit, debit(6, other)])).toEqual(['a'])
    expect(payableOf([credit, debit(6, { ...other, ...RETURN })])).toEqual([])
  })

  it('is doubtful when several may be it', () => {
    const [a, b] = [lineOf('a', 5, 100), lineOf('b', 5, 100)]
    const others = [lineOf('c', 5, 100, { cuit: OSCAR }), lineOf('d', 5, 200)]
    expect(payableOf([a, b, ...others, debit(6, { cuit: ANA, ...RETURN })])).toEqual([
      'a?',
      'b?',
      'c',
      'd',
    ])
    const [ofAna, again] = [
      { ...a, cuit: ANA },
      { ...b, cuit: ANA },
    ]
    expect(payableOf([ofAna, again, debit(6, { cuit: ANA, ...RETURN })])).toEqual(['a?', 'b?'])
    const unclear = [ofAna, again, debit(6, { cuit: ANA })]
    expect(payableOf(unclear)).toEqual(['a', 'b'])
    expect(sortCredits(unclear, OWNER).returned).toEqual(new Set())
    expect(payableOf([ofAna, b, debit(6, { cuit: ANA, ...RETURN })])).toEqual(['b'])
  })

  it('goes back once', () => {
    const lines = [lineOf('a', 5, 100, { cuit: ANA }), lineOf('b', 5, 100)]
    const first = lineOf('y', 6, -100, { cuit: ANA })
    const second = lineOf('z', 7, -100, RETURN)
    // The debits are taken by their day and line, in whatever order the file has them.
    expect(payableOf([...lines, second, first])).toEqual([])
    expect(payableOf([...lines, { ...second, day: first.day }, first])).toEqual([])
  })

  it('is not told by the reference of a batch', () => {
    const lines = [
      lineOf('a', 5, 100, { reference: '12345' }),
      lineOf('b', 5, 300, { reference: '12345' }),
    ]
    expect(payableOf([...lines, debit(6, { reference: '12345' })])).toEqual(['a', 'b'])
  })
})

describe('batchReferences', () => {
  it('are those of several credits', () => {
    const lines = [
      lineOf('a', 1, 100, { reference: '1' }),
      lineOf('b', 1, 100, { reference: '1' }),
      lineOf('c', 1, 100, { reference: '2' }),
      lineOf('d', 1, -100, { reference: '2' }),
      lineOf('e', 1, 0, { reference: '2' }),
      lineOf('f', 1, 100),
      lineOf('g', 1, 100),
    ]
    expect([...batchReferences(lines)]).toEqual(['1'])
  })
})
