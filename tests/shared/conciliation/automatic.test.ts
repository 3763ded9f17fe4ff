import { describe, expect, it } from 'vitest'
import type { StatementLine } from '../../../shared/conciliation/line.ts'
import { propose } from '../../../shared/conciliation/propose.ts'
import type { WaitingContribution } from '../../../shared/conciliation/waiting-contribution.ts'
import { buildLine, buildWaiting } from '../../support/statement-lines.ts'

type Line = Partial<StatementLine>
type Waiting = Partial<WaitingContribution> & { name?: string }

const OWNER = { names: ['Valentina Pérez'], cuits: ['27228110960'] }
const ANA = '27213972702'
const LUIS = '20264760950'

const DAY = '2026-03-16'

const lineOf = (change: Line, at: number) =>
  buildLine({ line: `x.csv#${at}`, day: DAY, amount: 15_000_37, ...change })

const waitingOf = ({ name = 'Mamá de Juana', ...change }: Waiting, at: number) =>
  buildWaiting({ id: `c${at}`, amount: 15_000_37, reportedOn: DAY, names: [name], ...change })

/** The matches without a question: 'line-contribution tier', from 0. */
function matches(lines: Line[], contributions: Waiting[]) {
  return propose(lines.map(lineOf), contributions.map(waitingOf), OWNER)
    .filter(({ isAutomatic }) => isAutomatic)
    .map(({ line, contribution, tier }) => `${line.slice(6)}-${contribution.slice(1)} ${tier}`)
}

const OPERATION = { operationNumber: '12345678' }
const UNIQUE = { isUnique: true }
const FAR = { amount: 1 }

describe('an operation number', () => {
  const paid = { reference: '12345678' }

  it.each([
    ['of both', [paid], [OPERATION], ['0-0 1']],
    ['with leading zeros', [{ reference: '0012345678' }], [OPERATION], ['0-0 1']],
    ['with other signs', [{ reference: '1234-5678' }], [OPERATION], ['0-0 1']],
    ['in capitals or not', [{ reference: 'ab123' }], [{ operationNumber: 'AB123' }], ['0-0 1']],
    ['with other zeros', [{ reference: '0AB1234' }], [{ operationNumber: 'AB1234' }], []],
    ['with other zeros', [{ reference: '01234AB' }], [{ operationNumber: '1234AB' }], []],
    ['of five digits', [{ reference: '12345' }], [{ operationNumber: '12345' }], ['0-0 1']],
    ['of four digits', [{ reference: '1234' }], [{ operationNumber: '1234' }], []],
    ['of zeros before four', [{ reference: '001234' }], [{ operationNumber: '1234' }], []],
    ['of letters alone', [{ reference: 'ABCDEF' }], [{ operationNumber: 'ABCDEF' }], []],
    ['of two lines', [paid, { reference: '0012345678', ...FAR }], [OPERATION], []],
    ['of two contributions', [paid], [OPERATION, OPERATION], []],
    [
      'of two lines, with the CUIT',
      [
        { ...paid, cuit: ANA },
        { reference: '0012345678', ...FAR },
      ],
      [{ ...OPERATION, cuit: ANA }],
      ['0-0 3'],
    ],
    ['of another amount', [{ ...paid, amount: 15_000_38 }], [OPERATION], []],
    ['of 15 days before', [{ ...paid, day: '2026-03-01' }], [OPERATION], ['0-0 1']],
    ['of 16 days before', [{ ...paid, day: '2026-02-28' }], [OPERATION], []],
    ['of 10 days after', [{ ...paid, day: '2026-03-26' }], [OPERATION], ['0-0 1']],
    ['of 11 days after', [{ ...paid, day: '2026-03-27' }], [OPERATION], []],
    ['of another CUIT', [{ ...paid, cuit: ANA }], [{ ...OPERATION, cuit: LUIS }], []],
    ['of the CUIT', [{ ...paid, cuit: ANA }], [{ ...OPERATION, cuit: ANA }], ['0-0 1']],
    ['of an unknown CUIT', [{ ...paid, cuit: ANA }], [OPERATION], ['0-0 1']],
    [
      'beside a CUIT of the same contribution',
      [paid, { cuit: ANA }],
      [{ ...OPERATION, cuit: ANA }],
      ['0-0 1'],
    ],
    [
      "copied from another person's receipt, whose CUIT pays",
      [{ ...paid, cuit: ANA }],
      [OPERATION, { cuit: ANA }],
      ['0-1 3'],
    ],
    [
      'of another amount, beside its CUIT of another contribution',
      [{ ...paid, cuit: ANA }],
      [{ ...OPERATION, ...FAR }, { cuit: ANA }],
      ['0-1 3'],
    ],
  ] as [string, Line[], Waiting[], string[]][])(
    '%s: %j for %j gives %j',
    (_, lines, contributions, expected) => {
      expect(matches(lines, contributions)).toEqual(expected)
    },
  )

  const ana = { ...paid, name: 'GOMEZ ANA' }

  it.each([
    ['half a name', [ana], [{ name: 'Ana', ...OPERATION }], ['0-0 1']],
    [
      'half a name, and the other half',
      [ana],
      [{ name: 'Ana', ...OPERATION }, { name: 'Flia. Gómez' }],
      [],
    ],
    [
      'half a name, the other half of another amount',
      [ana],
      [
        { name: 'Ana', ...OPERATION },
        { name: 'Flia. Gómez', amount: 9_000_00 },
      ],
      ['0-0 1'],
    ],
    [
      'half a name with the CUIT',
      [{ ...ana, cuit: ANA }],
      [{ name: 'Ana', ...OPERATION, cuit: ANA }, { name: 'Flia. Gómez' }],
      ['0-0 1'],
    ],
    ['another name', [ana], [{ name: 'Luis Paz', ...OPERATION }], []],
    [
      'another name with the CUIT',
      [{ ...ana, cuit: ANA }],
      [{ name: 'Luis Paz', ...OPERATION, cuit: ANA }],
      ['0-0 1'],
    ],
    [
      'the name of two',
      [ana],
      [{ name: 'Ana Gómez', ...OPERATION }, { name: 'Ana Gómez' }],
      ['0-0 1'],
    ],
  ] as [string, Line[], Waiting[], string[]][])(
    'with %s: %j for %j gives %j',
    (_, lines, contributions, expected) => {
      expect(matches(lines, contributions)).toEqual(expected)
    },
  )
})

describe('a unique amount', () => {
  const ana = { name: 'GOMEZ ANA' }

  it.each([
    ['of one line', [{}], [UNIQUE], ['0-0 2']],
    ['of a contribution that is not unique', [{}], [{}], []],
    ['of two contributions', [{}], [UNIQUE, {}], []],
    ['of 15 days before', [{ day: '2026-03-01' }], [UNIQUE], ['0-0 2']],
    ['of 16 days before', [{ day: '2026-02-28' }], [UNIQUE], []],
    ['of 10 days after', [{ day: '2026-03-26' }], [UNIQUE], ['0-0 2']],
    ['of 11 days after', [{ day: '2026-03-27' }], [UNIQUE], []],
    ['with another line too early', [{ day: '2026-02-28' }, {}], [UNIQUE], ['1-0 2']],
    ['of two lines that name nobody', [{}, {}], [UNIQUE], []],
    ['of two lines of one name', [ana, ana], [{ name: 'Ana Gómez', ...UNIQUE }], ['0-0 2']],
    ['of two lines of one CUIT', [{ cuit: ANA }, { cuit: ANA }], [UNIQUE], ['0-0 2']],
    ['of two names', [ana, { name: 'PAZ LUIS' }], [{ name: 'Ana Gómez', ...UNIQUE }], []],
    ['of two CUITs', [{ cuit: ANA }, { cuit: LUIS }], [UNIQUE], []],
    [
      'of two CUITs with one name',
      [
        { ...ana, cuit: ANA },
        { ...ana, cuit: LUIS },
      ],
      [{ name: 'Ana Gómez', ...UNIQUE }],
      [],
    ],
    [
      'of two lines of one name, one with a CUIT',
      [{ ...ana, cuit: ANA }, ana],
      [{ name: 'Ana Gómez', ...UNIQUE }],
      ['0-0 2'],
    ],
    [
      'of two lines of one name, the second with a CUIT',
      [ana, { ...ana, cuit: ANA }],
      [{ name: 'Ana Gómez', ...UNIQUE }],
      ['0-0 2'],
    ],
    ['of a line with a CUIT and one without', [{ cuit: ANA }, {}], [UNIQUE], []],
    [
      'of which a later payment went back',
      [
        { ...ana, day: '2026-03-01' },
        { ...ana, day: '2026-03-12' },
        { ...ana, day: '2026-03-13' },
        { ...ana, day: '2026-03-14', amount: -15_000_37, text: 'DEVOLUCION TRANSFERENCIA' },
      ],
      [{ name: 'Ana Gómez', ...UNIQUE, reportedOn: '2026-03-05' }],
      [],
    ],
  ] as [string, Line[], Waiting[], string[]][])(
    '%s: %j for %j gives %j',
    (_, lines, contributions, expected) => {
      expect(matches(lines, contributions)).toEqual(expected)
    },
  )

  /* Half of the line's name is the first contribution's; the second has all of it and waits for another amount. */
  const family = { name: 'Flia. Gómez', ...UNIQUE }
  const rival = { name: 'Ana Gómez', amount: 20_000_00 }
  const own = { amount: 20_000_00 }

  it.each([
    ['waits', [ana], [family, rival], false],
    ['waits since 15 days', [ana], [family, { ...rival, reportedOn: '2026-03-31' }], false],
    ['is too late', [ana], [family, { ...rival, reportedOn: '2026-04-01' }], true],
    ['is as much alike', [ana], [family, { ...rival, name: 'Flia. Gómez' }], true],
    [
      'is as much alike, by an initial',
      [{ name: 'GOMEZ PAZ ANA' }],
      [
        { name: 'Gómez Paz A.', ...UNIQUE },
        { ...rival, name: 'A. Gómez Paz' },
      ],
      true,
    ],
    [
      'is hardly more alike',
      [{ name: 'GOMEZ IGNACIO' }],
      [
        { name: 'Nacho Gómez', ...UNIQUE },
        { ...rival, name: 'Ignacio Gómez' },
      ],
      true,
    ],
    ['agrees by half', [ana], [family, { ...rival, name: 'Gómez Luz' }], true],
    // The money of the second.
    ['was paid by name', [ana, { ...own, name: 'ANA GOMEZ' }], [family, rival], true],
    ['was paid by half a name', [ana, { ...own, name: 'GOMEZ LUZ' }], [family, rival], false],
    ['was paid by nobody', [ana, own], [family, rival], false],
    ['was paid, unique, by nobody', [ana, own], [family, { ...rival, ...UNIQUE }], true],
    ['was paid by its CUIT', [ana, { ...own, cuit: ANA }], [family, { ...rival, cuit: ANA }], true],
    [
      'was paid by another CUIT',
      [ana, { ...own, cuit: LUIS }],
      [family, { ...rival, cuit: ANA }],
      false,
    ],
    [
      'was paid by its operation',
      [ana, { ...own, reference: '12345678' }],
      [family, { ...rival, ...OPERATION, amount: 20_000_00 }],
      true,
    ],
    [
      'was paid by another operation',
      [ana, { ...own, reference: '87654321' }],
      [family, { ...rival, ...OPERATION, amount: 20_000_00 }],
      false,
    ],
    [
      'was paid 15 days before',
      [ana, { ...own, day: '2026-03-01', cuit: ANA }],
      [family, { ...rival, cuit: ANA }],
      true,
    ],
    [
      'was paid 16 days before',
      [ana, { ...own, day: '2026-02-28', cuit: ANA }],
      [family, { ...rival, cuit: ANA }],
      false,
    ],
    // In another amount.
    ['was paid in part', [ana, { amount: 8_000_00, name: 'GOMEZ ANA' }], [family, rival], true],
    ['was paid far more', [ana, { amount: 80_000_00, name: 'GOMEZ ANA' }], [family, rival], false],
    [
      'was paid what a stranger waits for',
      [ana, { amount: 8_000_00, name: 'GOMEZ ANA' }],
      [family, rival, { name: 'Luis Paz', amount: 8_000_00 }],
      true,
    ],
    [
      'was paid what a namesake waits for',
      [ana, { amount: 8_000_00, name: 'GOMEZ ANA' }],
      [family, rival, { name: 'Ana Gómez', amount: 8_000_00 }],
      false,
    ],
  ] as [string, Line[], Waiting[], boolean][])(
    'beside a better name that %s: %j for %j matches: %s',
    (_, lines, contributions, is) => {
      expect(matches(lines, contributions).includes('0-0 2')).toBe(is)
    },
  )
})

describe('a CUIT', () => {
  const known = { cuit: ANA }

  it.each([
    ['of both', [known], [known], ['0-0 3']],
    ['of another', [{ cuit: LUIS }], [known], []],
    ['of none', [{}], [{}], []],
    ['of two lines', [known, known], [known], []],
    ['of two contributions', [known], [known, known], []],
    [
      'of two amounts',
      [known, { ...known, amount: 9_000_00 }],
      [known, { ...known, amount: 9_000_00 }],
      ['0-0 3', '1-1 3'],
    ],
    ['of another amount', [{ ...known, ...FAR }], [known], []],
    ['of 10 days before', [{ ...known, day: '2026-03-06' }], [known], ['0-0 3']],
    ['of 11 days before', [{ ...known, day: '2026-03-05' }], [known], []],
    ['of 7 days after', [{ ...known, day: '2026-03-23' }], [known], ['0-0 3']],
    ['of 8 days after', [{ ...known, day: '2026-03-24' }], [known], []],
    [
      'of a friend',
      [{ ...known, name: 'GOMEZ ANA' }],
      [{ ...known, name: 'Luis Paz' }, { name: 'Ana Gómez' }],
      [],
    ],
    [
      'of a friend, whose own amount differs',
      [{ ...known, name: 'GOMEZ ANA' }],
      [
        { ...known, name: 'Luis Paz' },
        { name: 'Ana Gómez', amount: 9_000_00 },
      ],
      ['0-0 3'],
    ],
    [
      'of the person, beside a namesake',
      [{ ...known, name: 'GOMEZ ANA' }],
      [{ ...known, name: 'Ana Gómez' }, { name: 'Ana Gómez' }],
      ['0-0 3'],
    ],
  ] as [string, Line[], Waiting[], string[]][])(
    '%s: %j for %j gives %j',
    (_, lines, contributions, expected) => {
      expect(matches(lines, contributions)).toEqual(expected)
    },
  )
})
