import { describe, expect, it } from 'vitest'
import type { StatementLine } from '../../../shared/conciliation/line.ts'
import { propose } from '../../../shared/conciliation/propose.ts'
import type { WaitingContribution } from '../../../shared/conciliation/waiting-contribution.ts'
import { buildLine, buildWaiting } from '../../support/statement-lines.ts'

/* Each trap by its name: what a matching by amount and number would get wrong. */

const ANA = '27213972702'
const LUIS = '20264760950'
const OWNER = { names: ['Valentina Pérez'], cuits: ['27228110960'] }

let count = 0

function line(change: Partial<StatementLine> = {}): StatementLine {
  count += 1
  return buildLine({ line: `x.csv#${count}`, ...change })
}

function waiting(name: string, change: Partial<WaitingContribution> = {}): WaitingContribution {
  count += 1
  return buildWaiting({ id: `c${count}`, names: [name], ...change })
}

function automatic(lines: StatementLine[], contributions: WaitingContribution[]) {
  return propose(lines, contributions, OWNER)
    .filter(({ isAutomatic }) => isAutomatic)
    .map(({ line, contribution, tier }) => ({ line, contribution, tier }))
}

/** The first contribution that is suggested for each line. */
function suggested(lines: StatementLine[], contributions: WaitingContribution[]) {
  const all = propose(lines, contributions, OWNER)
  return lines.map(({ line }) => all.find((one) => one.line === line)?.contribution)
}

describe('a match without a question', () => {
  it('is made by an operation number, a unique amount, or a CUIT', () => {
    const lines = [
      line({ reference: '00417907673092', name: 'GOMEZ ANA' }),
      line({ amount: 1500037 }),
      line({ cuit: LUIS, amount: 500000 }),
    ]
    const contributions = [
      waiting('Ana Gómez', { operationNumber: '417907673092' }),
      waiting('Eva', { amount: 1500037, isUnique: true }),
      waiting('Mamá de Juana', { amount: 500000, cuit: LUIS }),
    ]
    expect(automatic(lines, contributions).map(({ tier }) => tier)).toEqual([1, 2, 3])
  })

  it('is never made by name, amount and day alone', () => {
    expect(automatic([line({ name: 'GOMEZ ANA' })], [waiting('Ana Gómez')])).toEqual([])
  })

  it('is never made by an amount before fees', () => {
    const change = { reference: '12345678', cuit: LUIS, name: 'PAZ LUIS' }
    const lines = [line({ ...change, amount: 1455036, gross: 1500037 })]
    const paid = { amount: 1500037, operationNumber: '12345678', cuit: LUIS, isUnique: true }
    expect(automatic(lines, [waiting('Luis Paz', paid)])).toEqual([])
    expect(suggested(lines, [waiting('Luis Paz', paid)])).toEqual([expect.any(String)])
  })

  it('is not made where a friend’s operation number was typed', () => {
    const lines = [line({ reference: '12345678', name: 'GOMEZ ANA' })]
    expect(automatic(lines, [waiting('Luis Paz', { operationNumber: '12345678' })])).toEqual([])
    expect(automatic(lines, [waiting('Mamá de Juana', { operationNumber: '12345678' })])).toEqual(
      [],
    )
    // "Ana" is half of the name that the bank shows, and "Flia. Gómez" the other half.
    const half = waiting('Ana', { operationNumber: '12345678' })
    expect(automatic(lines, [half])).toHaveLength(1)
    expect(automatic(lines, [half, waiting('Flia. Gómez')])).toEqual([])
  })

  it('is not made when a friend paid another person’s unique amount', () => {
    const lines = [line({ amount: 1500037, name: 'GOMEZ ANA' })]
    const unique = { amount: 1500037, isUnique: true }
    expect(automatic(lines, [waiting('Luis Paz', unique)])).toEqual([])
    expect(automatic(lines, [waiting('Mamá de Juana', unique)])).toEqual([])
    // Half a name agrees, but another person of that name waits for money of another amount.
    const both = [waiting('Flia. Gómez', unique), waiting('Ana Gómez', { amount: 2000000 })]
    expect(automatic(lines, both)).toEqual([])
  })

  it('is made where the other person of that name paid in another amount', () => {
    const unique = { amount: 1500037, isUnique: true }
    const family = waiting('Flia. Gómez', unique)
    const ana = waiting('Ana Gómez', { amount: 2000000 })
    const mine = line({ amount: 1500037, name: 'GOMEZ ANA' })
    const part = line({ amount: 800000, name: 'GOMEZ ANA' })
    expect(automatic([mine, part], [family, ana])).toMatchObject([{ contribution: family.id }])
    // A part that is somebody's whole amount proves nothing.
    const namesake = waiting('Ana Gómez', { amount: 800000 })
    expect(automatic([mine, part], [family, ana, namesake])).toEqual([])
  })

  it('is made by a short form of a name, and by the same name in another order', () => {
    const unique = waiting('Romi', { amount: 1500037, isUnique: true })
    const first = line({ amount: 1500037, name: 'GUZMAN ROMINA' })
    const second = line({ amount: 1500037, name: 'Guzmán, Romina', day: '2026-03-13' })
    expect(automatic([second, first], [unique])).toMatchObject([{ line: first.line }])
  })

  it('is not made against a CUIT', () => {
    const unique = { amount: 1500037, isUnique: true }
    const lines = [line({ amount: 1500037, cuit: ANA })]
    expect(automatic(lines, [waiting('Luis', { ...unique, cuit: LUIS })])).toEqual([])
    expect(automatic(lines, [waiting('Luis', unique), waiting('Ana', { cuit: ANA })])).toEqual([])
  })

  it('is not made by the number of a batch', () => {
    const lines = [line({ reference: '1950620558' }), line({ reference: '1950620558', amount: 1 })]
    expect(automatic(lines, [waiting('Ana', { operationNumber: '1950620558' })])).toEqual([])
  })

  it('is made by the earlier of two payments of one person', () => {
    const unique = waiting('Ana Gómez', { amount: 1500037, isUnique: true })
    const first = line({ amount: 1500037, name: 'GOMEZ ANA' })
    const second = line({ amount: 1500037, name: 'GOMEZ ANA', day: '2026-03-13' })
    expect(automatic([second, first], [unique])).toMatchObject([{ line: first.line }])
    const twice = propose([second, first], [unique], OWNER).find((one) => one.line === second.line)
    expect(twice?.reasons[0]).toBe('¿pagó dos veces?')
    const other = line({ amount: 1500037, name: 'PAZ LUIS' })
    expect(automatic([first, other], [unique])).toEqual([])
  })

  it('is made once where a person reported twice', () => {
    const report = { operationNumber: '12345678' }
    const both = [waiting('Ana Gómez', report), waiting('Ana Gómez')]
    const lines = [line({ reference: '12345678', name: 'GOMEZ ANA' })]
    expect(automatic(lines, both)).toHaveLength(1)
  })
})

describe('money that was given back', () => {
  const unique = waiting('Ana', { amount: 1500037, isUnique: true })
  const returned = (change: Partial<StatementLine> = {}) =>
    line({ amount: -1500037, text: `DEVOLUCION TRANSFERENCIA`, day: '2026-03-13', ...change })

  it('matches nothing, and the second payment does', () => {
    const first = line({ amount: 1500037, cuit: ANA })
    const again = line({ amount: 1500037, cuit: ANA, day: '2026-03-14' })
    expect(automatic([first, returned({ cuit: ANA }), again], [unique])).toMatchObject([
      { line: again.line },
    ])
  })

  it('is recognised by its reference', () => {
    const first = line({ amount: 1500037, reference: '12345678' })
    expect(automatic([first, returned({ reference: '12345678', text: '' })], [unique])).toEqual([])
  })

  it('leaves every line to the person that it may have been', () => {
    const report = waiting('Ana', { operationNumber: '12345678' })
    const lines = [line({ reference: '12345678' }), line({ reference: '87654321' })]
    expect(automatic(lines, [report])).toHaveLength(1)
    expect(automatic([...lines, returned({ amount: -1500000 })], [report])).toEqual([])
  })
})

describe('a suggestion', () => {
  it('names both parts of one contribution', () => {
    const ana = waiting('Ana Gómez')
    const parts = [
      line({ name: 'GOMEZ ANA', amount: 900000 }),
      line({ name: 'GOMEZ ANA', amount: 600000, day: '2026-03-15' }),
    ]
    expect(suggested(parts, [ana, waiting('Luis Paz')])).toEqual([ana.id, ana.id])
  })

  it('offers one transfer for several siblings', () => {
    const [juana, mateo] = [waiting('Juana Gómez'), waiting('Mateo Gómez')]
    const both = line({ name: 'GOMEZ ANA', amount: 3000000 })
    const found = propose([both], [juana, mateo, waiting('Luis Paz')], OWNER)
    expect(found.map(({ contribution }) => contribution)).toEqual([juana.id, mateo.id])
    expect(found.every(({ isAutomatic }) => !isAutomatic)).toBe(true)
  })

  it('names a contribution once', () => {
    const [juana, mateo] = [waiting('Juana Gómez'), waiting('Mateo Gómez')]
    // The line pays both, and alone it could be a part of Juana's.
    const found = propose([line({ name: 'GOMEZ JUANA', amount: 3000000 })], [juana, mateo], OWNER)
    expect(found.map(({ contribution }) => contribution)).toEqual([juana.id, mateo.id])
  })

  it('comes behind the matches without a question, each by its line', () => {
    const unique = [1500037, 1500041].map((amount) => waiting('Ana', { amount, isUnique: true }))
    const lines = [
      line({ line: 'd', name: 'PAZ LUIS', day: '2026-03-10' }),
      line({ line: 'c', amount: 1500037, day: '2026-03-11' }),
      line({ line: 'b', amount: 1500041, day: '2026-03-12' }),
      line({ line: 'a', name: 'SOL EVA', day: '2026-03-13' }),
    ]
    const found = propose(lines, [...unique, waiting('Luis Paz'), waiting('Eva Sol')], OWNER)
    const shown = found.map(({ line, isAutomatic }) => `${line} ${isAutomatic}`)
    expect([...new Set(shown)]).toEqual(['b true', 'c true', 'a false', 'd false'])
  })

  it('finds round pesos where the centavos were dropped', () => {
    const eva = waiting('Eva Paz', { amount: 1500037, isUnique: true })
    expect(suggested([line({ name: 'PAZ EVA' })], [eva, waiting('Luis')])).toEqual([eva.id])
  })

  it('compares the amount before fees, of at most 3 %', () => {
    const ana = waiting('Ana Gómez', { amount: 2000000 })
    const [most] = propose([line({ amount: 1940000, gross: 2000000 })], [ana], OWNER)
    expect(most).toMatchObject({ contribution: ana.id, reasons: ['mismo monto', 'mismo día'] })
    expect(propose([line({ amount: 1939999, gross: 2000000 })], [ana], OWNER)).toEqual([])
    expect(propose([line({ amount: 1940000, gross: 2000001 })], [ana], OWNER)).toEqual([])
  })

  it('goes to the person, not to a stranger with the same amount and surname', () => {
    const ana = waiting('Ana Gómez')
    const lines = [line({ name: 'GOMEZ PEDRO' }), line({ name: 'GOMEZ ANA', day: '2026-03-14' })]
    expect(suggested(lines, [ana])[1]).toBe(ana.id)
  })

  it('is never made for the account’s owner, nor for other kinds of income', () => {
    const lines = [
      line({ name: 'PEREZ VALENTINA' }),
      line({ cuit: '27228110960' }),
      // One of the two is enough.
      line({ name: 'PEREZ VALENTINA', cuit: ANA }),
      line({ kind: 'salary' }),
      line({ kind: 'own-account' }),
      line({ isReturned: true }),
    ]
    expect(propose(lines, [waiting('Ana'), waiting('Valentina Pérez')], OWNER)).toEqual([])
  })

  it('is never made for a CUIT that the bank marks as the owner’s', () => {
    const owner = { names: OWNER.names, cuits: [] }
    const own = { kind: 'own-account' as const, text: 'TRANSF CTAS PROPIAS', cuit: LUIS }
    const luis = line({ cuit: LUIS })
    const lines = (change: Partial<StatementLine>) => [line({ ...own, ...change }), luis]
    const isSuggested = (change: Partial<StatementLine>) =>
      propose(lines(change), [waiting('Luis')], owner).length > 0
    expect(isSuggested({})).toBe(false)
    expect(isSuggested({ amount: -200, name: 'PEREZ VALENTINA SOL' })).toBe(false)
    // Other lines teach nothing.
    expect(isSuggested({ cuit: ANA })).toBe(true)
    expect(isSuggested({ name: 'GOMEZ ANA' })).toBe(true)
    expect(isSuggested({ text: 'Ingreso de dinero' })).toBe(true)
    expect(isSuggested({ kind: 'transfer' })).toBe(true)
  })
})
