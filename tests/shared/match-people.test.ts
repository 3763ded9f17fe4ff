import { describe, expect, it } from 'vitest'
import { matchPeople } from '../../shared/people/match-people.ts'
import { namesIn } from '../../shared/people/names-in.ts'

interface Contribution {
  name: string
  email?: string
  date?: string
}

interface Expected {
  name: string
  email?: string
  contributionId?: string
  missingSince?: string
}

const asPerson = (person: string | Expected) => ({
  email: null,
  contributionId: null,
  missingSince: null,
  ...(typeof person === 'string' ? { name: person } : person),
})

/** Names of contributions are their ids, and each is a day after the one before. */
function contributionsOf(contributions: readonly (string | Contribution)[]) {
  return contributions.map((contribution, at) => {
    const {
      name,
      email = null,
      date = `2026-11-${10 + at}T12:00:00.000Z`,
    } = typeof contribution === 'string' ? { name: contribution } : contribution
    return { id: name, contributorName: name, contributorEmail: email, paymentDate: date }
  })
}

function match(
  people: readonly (string | Expected)[],
  contributions: readonly (string | Contribution)[],
) {
  const given = contributionsOf(contributions)
  const nameOf = (number: number) => given[number]?.contributorName
  return matchPeople(people.map(asPerson), given).map(({ given, suggestion }) =>
    given.length > 0
      ? given.map(nameOf).join(' + ')
      : suggestion === null
        ? null
        : `${nameOf(suggestion)}?`,
  )
}

describe('a contribution is of the person', () => {
  it.each([
    ['Ana Gómez', 'ANA GOMEZ'],
    ['Ana Gómez', 'Gómez Ana'],
    ['Ana Gómez', 'Gómez, Ana'],
    ['Ana Gómez', 'Ana María Gómez'],
    ['Ana María Gómez Paz', 'ana gómez'],
    ['Ignacio Ruiz', 'Nacho Ruiz'],
    ['Julieta Fernández', 'Julieta Fernandes'],
    ['Ana', 'Ana'],
    ['María de los Ángeles Gómez', 'Maria de los Angeles Gomez'],
    ['Juan de Dios Ruiz', 'Juan de Dios Ruiz Paz'],
    ['José Ortega y Gasset', 'José Ortega y Gasset'],
    ['Familia Pérez', 'Flia. Pérez'],
    ['Luciana Fernández', 'ulciana Fernández'],
  ])('%s by the name %s', (person, name) => {
    expect(match([person, 'Otra Persona'], [name])).toEqual([name, null])
  })

  it('by an e-mail that is theirs alone, when the name says nothing', () => {
    const ana = { name: 'Ana Gómez', email: 'ana@example.com' }
    const given = { name: 'Regalo del 5to B', email: 'ana@example.com' }
    expect(match([ana, 'Beto Sosa'], [given])).toEqual(['Regalo del 5to B', null])
    expect(match([ana, { ...ana, name: 'Beto Sosa' }], [given])).toEqual([null, null])
  })

  it('by the e-mail, when two people have the name', () => {
    const people = [
      { name: 'Ana Gómez', email: 'ana@example.com' },
      { name: 'Ana Gómez', email: 'otra@example.com' },
    ]
    const given = people.toReversed()
    expect(match(people, given.slice(0, 1))).toEqual([null, 'Ana Gómez'])
    const found = matchPeople(people.map(asPerson), contributionsOf(given))
    expect(found.map(({ given }) => given)).toEqual([[1], [0]])
  })

  it('by the e-mail rather than by a name that is only alike', () => {
    const ana = { name: 'Ana Gómez', email: 'ana@example.com' }
    const given = { name: 'Regalo del 5to B', email: 'ana@example.com' }
    expect(match([ana], [given, 'Ana María Gómez'])).toEqual(['Regalo del 5to B'])
  })

  it('whose name is the most alike, wherever it stands in the list', () => {
    expect(match(['Ana', 'Ana Gómez'], ['Ana Gómez Paz'])).toEqual([null, 'Ana Gómez Paz'])
  })

  it('in the order of their dates, by whatever name they gave', () => {
    const given = ['Ana Gómez', { name: 'Ana Gómez', email: 'ana@example.com' }, 'Ana Gómez']
    const people = [asPerson('Ana Gómez')]
    expect(matchPeople(people, contributionsOf(given))).toEqual([
      { given: [0, 1, 2], isByHand: false, suggestion: null },
    ])
  })

  it('by the name rather than by the e-mail', () => {
    const people = [{ name: 'Ana Gómez', email: 'ana@example.com' }, 'Luis Pérez']
    const given = { name: 'Luis Pérez', email: 'ana@example.com' }
    expect(match(people, [given])).toEqual([null, 'Luis Pérez'])
  })

  it('as often as they gave', () => {
    const twice = [
      { name: 'Ana Gómez', email: 'ana@example.com' },
      { name: 'Ana Gómez', email: 'ana@example.com' },
      { name: 'ana gomez', email: 'ana@work.example.com' },
    ]
    expect(match(['Ana Gómez'], twice)).toEqual(['Ana Gómez + Ana Gómez + ana gomez'])
  })

  it('with the same words rather than with like ones', () => {
    expect(match(['Ana Gómez', 'Ana María Gómez'], ['Ana Gómez'])).toEqual(['Ana Gómez', null])
    expect(match(['Ana Gómez'], ['Ana Gómez', 'Ana María Gómez'])).toEqual(['Ana Gómez'])
  })
})

describe('one contribution stands for several people', () => {
  it.each([
    ['Ana y Luis Pérez'],
    ['Ana Pérez y Luis Pérez'],
    ['Ana & Luis Pérez'],
    ['Luis Pérez/Ana Pérez'],
    ['Ana, Luis y Eva Pérez'],
  ])('whom its name names: %s', (name) => {
    expect(match(['Ana Pérez', 'Luis Pérez', 'Bruno Paz'], [name])).toEqual([name, name, null])
  })

  it('of whom one is on the list', () => {
    expect(match(['Luis Pérez', 'Ana Sosa'], ['Ana y Luis Pérez'])).toEqual([
      'Ana y Luis Pérez',
      null,
    ])
  })

  it('and not for the person whose e-mail it has', () => {
    const beto = { name: 'Beto Sosa', email: 'beto@example.com' }
    const given = { name: 'Ana y Luis Pérez', email: 'beto@example.com' }
    expect(match(['Ana Pérez', beto], [given])).toEqual(['Ana y Luis Pérez', null])
  })

  it.each([
    ['Ana, y Luis María Pérez', ['Ana Pérez', 'Luis María Pérez']],
    ['Ana Sosa y Luis Pérez', ['Ana Sosa', 'Luis Pérez']],
    ['Ana y Luis', ['Ana', 'Luis']],
    ['Pérez, Ana', ['Pérez, Ana']],
    ['&', []],
  ])('of the people in its name: %s', (name, people) => {
    expect(namesIn(name)).toEqual(people)
  })

  it('when somebody says so', () => {
    const both = ['Ana Gómez', 'Beto Sosa'].map((name) => ({ name, contributionId: 'Los abuelos' }))
    expect(match(both, ['Los abuelos'])).toEqual(['Los abuelos', 'Los abuelos'])
  })
})

describe('nobody is taken for another', () => {
  it('where two people of the list have the name', () => {
    expect(match(['Ana Gómez', 'Ana Gómez'], ['Ana Gómez'])).toEqual(['Ana Gómez?', 'Ana Gómez?'])
  })

  it('where two people of the list are equally alike', () => {
    const given = ['Ana María Gómez']
    expect(match(['Ana Gómez', 'María Gómez'], given)).toEqual([
      'Ana María Gómez?',
      'Ana María Gómez?',
    ])
  })

  it('where two names are alike to one person, of which the newer is suggested', () => {
    expect(match(['Ana Gómez'], ['Ana María Gómez', 'Ana Paula Gómez'])).toEqual([
      'Ana Paula Gómez?',
    ])
  })

  it.each([
    ['Ana Gómez', 'Ana Pérez'],
    ['María José Gómez', 'María José Pérez'],
    ['Bruno Gómez', 'Ana Gómez'],
    ['Ana Gómez', 'Regalo'],
    ['Ana Gómez', '🎂'],
    ['Ana Gómez', 'A. G.'],
    ['Ana Gómez Paz', 'A. G. Paz'],
    ['Ana Bel', 'Anabel'],
  ])('of %s, by the name %s', (person, name) => {
    expect(match([person], [name])).toEqual([null])
  })

  it.each([
    ['Ana Gómez', 'Ana G.'],
    ['Ana Gómez', 'Ana'],
    ['Ana', 'Ana Gómez'],
    ['Juana Pérez', 'Mamá de Juana Pérez'],
    ['Juana Pérez', 'papá de Juana'],
    ['Juana Pérez', 'La mamá de Juana Pérez'],
  ])('but suggests for %s that of %s', (person, name) => {
    expect(match([person], [name])).toEqual([`${name}?`])
  })

  it.each([
    ['the more alike one, which is older', ['Ana Gómez', 'Ana G.']],
    ['the more alike one, which is newer', ['Ana G.', 'Ana Gómez']],
  ])('but suggests %s', (_what, given) => {
    const people = ['Ana Gómez', 'Ana Gómez']
    expect(match(people, given)).toEqual(['Ana Gómez?', 'Ana Gómez?'])
  })

  it('but suggests, of two that are equally alike, the one who gave last', () => {
    const given = ['Ana María Gómez', 'Ana Paula Gómez', 'Ana María Gómez']
    expect(match(['Ana Gómez'], given)).toEqual(['Ana María Gómez?'])
  })

  it('but suggests, of two of one moment, the one that came last', () => {
    const given = ['Ana María Gómez', 'Ana Paula Gómez'].map((name) => ({
      name,
      date: '2026-11-15T12:00:00.000Z',
    }))
    expect(match(['Ana Gómez'], given)).toEqual(['Ana Paula Gómez?'])
  })

  it('with a suggestion for whoever gave already', () => {
    const given = contributionsOf(['Ana Gómez', 'Ana G.'])
    expect(matchPeople([asPerson('Ana Gómez')], given)).toEqual([
      { given: [0], isByHand: false, suggestion: null },
    ])
  })

  it('with a suggestion that is of another already', () => {
    expect(match(['Ana Gómez', 'Ana'], ['Ana Gómez'])).toEqual(['Ana Gómez', null])
  })

  it('by a name that many have', () => {
    const anas = Array.from({ length: 21 }, (_, at) => `Ana ${'abcdefghijklmnopqrstu'[at]}ez`)
    expect(new Set(match(anas, ['Ana']))).toEqual(new Set([null]))
    expect(new Set(match(anas.slice(1), ['Ana']))).toEqual(new Set(['Ana?']))
  })
})

describe('what the organiser said', () => {
  it('is told from what was found', () => {
    const beto = asPerson({ name: 'Beto Sosa', contributionId: 'Los abuelos' })
    const given = contributionsOf(['Los abuelos', 'Ana Gómez'])
    expect(matchPeople([beto, asPerson('Ana Gómez')], given)).toEqual([
      { given: [0], isByHand: true, suggestion: null },
      { given: [1], isByHand: false, suggestion: null },
    ])
  })

  it('goes before names, and takes the contribution from others', () => {
    const beto = { name: 'Beto Sosa', contributionId: 'Ana Gómez' }
    expect(match(['Ana Gómez', beto], ['Ana Gómez'])).toEqual([null, 'Ana Gómez'])
  })

  it('counts no longer when the contribution does not', () => {
    const ana = { name: 'Ana Gómez', contributionId: 'rejected' }
    expect(match([ana], ['Ana Gómez'])).toEqual(['Ana Gómez'])
  })

  it('leaves the second contribution of the same name to them', () => {
    const people = [{ name: 'Ana Gómez', contributionId: 'Otra' }, 'Ana Gómez']
    expect(match(people, ['Otra', 'Ana Gómez'])).toEqual(['Otra', 'Ana Gómez?'])
    const ana = { name: 'Ana Gómez', contributionId: 'Otra' }
    expect(match([ana, 'Ana'], ['Otra', 'Ana María Gómez'])).toEqual(['Otra', 'Ana María Gómez?'])
  })

  it('of a missing person holds for the contributions until then', () => {
    const ana = { name: 'Ana Gómez', missingSince: '2026-11-15T00:00:00.000Z' }
    const at = (day: number) => ({ name: 'Ana Gómez', date: `2026-11-${day}T12:00:00.000Z` })
    expect(match([ana], [at(12)])).toEqual([null])
    expect(match([ana], [at(12), at(16)])).toEqual(['Ana Gómez'])
    expect(match([ana, 'Ana Gómez'], [at(12)])).toEqual([null, 'Ana Gómez'])
    const until = { name: 'Ana Gómez', date: ana.missingSince }
    expect(match([ana, 'Ana Gómez'], [until])).toEqual([null, 'Ana Gómez'])
    const [match16] = matchPeople([asPerson(ana)], contributionsOf([at(12), until, at(16)]))
    expect(match16?.given).toEqual([2])
  })
})

it('needs no comparison of each with each', () => {
  const letters = 'bcdfghjklmnprstv'
  const word = (n: number) =>
    `${letters[n % 16]}a${letters[(n >> 4) % 16]}e${letters[(n >> 8) % 16]}ino`
  const people = Array.from({ length: 5_000 }, (_, n) => `${word(n % 40)} ${word(n)}`)
  const given = Array.from({ length: 100_000 }, (_, n) => ({
    name: `${word(n % 40)} ${word(n % 5_200)}${n < 5_000 ? '' : 'x'}`,
    date: new Date(1_790_000_000_000 + n).toISOString(),
  }))
  // 500 million comparisons would take minutes.
  const found = match(people, given)
  expect(found.filter((name) => name !== null && !name.endsWith('?')).length).toBeGreaterThan(4_000)
})
