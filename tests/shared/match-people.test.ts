import { describe, expect, it, vi } from 'vitest'
import { inSlices } from '../../shared/async.ts'
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

/** Runs all steps at once. */
function matched(...lists: Parameters<typeof matchPeople>) {
  const steps = matchPeople(...lists)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

function match(
  people: readonly (string | Expected)[],
  contributions: readonly (string | Contribution)[],
) {
  const given = contributionsOf(contributions)
  const nameOf = (number: number) => given[number]?.contributorName
  return matched(people.map(asPerson), given).map(({ given, suggestion }) =>
    given.length > 0
      ? given.map(nameOf).join(' + ')
      : suggestion === null
        ? null
        : `${nameOf(suggestion)}?`,
  )
}

describe('a contribution is matched to a person', () => {
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

  it('by an e-mail that only they have, when no name matches', () => {
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
    const found = matched(people.map(asPerson), contributionsOf(given))
    expect(found.map(({ given }) => given)).toEqual([[1], [0]])
  })

  it('by the e-mail rather than by a similar name', () => {
    const ana = { name: 'Ana Gómez', email: 'ana@example.com' }
    const given = { name: 'Regalo del 5to B', email: 'ana@example.com' }
    expect(match([ana], [given, 'Ana María Gómez'])).toEqual(['Regalo del 5to B'])
  })

  it('with the most similar name, in any order of the list', () => {
    expect(match(['Ana', 'Ana Gómez'], ['Ana Gómez Paz'])).toEqual([null, 'Ana Gómez Paz'])
  })

  it('in the order of the dates, when they have several', () => {
    const given = ['Ana Gómez', { name: 'Ana Gómez', email: 'ana@example.com' }, 'Ana Gómez']
    const people = [asPerson('Ana Gómez')]
    expect(matched(people, contributionsOf(given))).toEqual([
      { given: [0, 1, 2], isByHand: false, suggestion: null },
    ])
  })

  it('by the name rather than by the e-mail', () => {
    const people = [{ name: 'Ana Gómez', email: 'ana@example.com' }, 'Luis Pérez']
    const given = { name: 'Luis Pérez', email: 'ana@example.com' }
    expect(match(people, [given])).toEqual([null, 'Luis Pérez'])
  })

  it('with all their contributions of the same name', () => {
    const twice = [
      { name: 'Ana Gómez', email: 'ana@example.com' },
      { name: 'Ana Gómez', email: 'ana@example.com' },
      { name: 'ana gomez', email: 'ana@work.example.com' },
    ]
    expect(match(['Ana Gómez'], twice)).toEqual(['Ana Gómez + Ana Gómez + ana gomez'])
  })

  it('with an equal name rather than a similar one', () => {
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
  ])('that its name lists: %s', (name) => {
    expect(match(['Ana Pérez', 'Luis Pérez', 'Bruno Paz'], [name])).toEqual([name, name, null])
  })

  it('of whom one is on the list', () => {
    expect(match(['Luis Pérez', 'Ana Sosa'], ['Ana y Luis Pérez'])).toEqual([
      'Ana y Luis Pérez',
      null,
    ])
  })

  it('and not for the person with its e-mail', () => {
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
  ])('split from its name: %s', (name, people) => {
    expect(namesIn(name)).toEqual(people)
  })

  it('when the organiser assigns it to each', () => {
    const both = ['Ana Gómez', 'Beto Sosa'].map((name) => ({ name, contributionId: 'Los abuelos' }))
    expect(match(both, ['Los abuelos'])).toEqual(['Los abuelos', 'Los abuelos'])
  })
})

describe('a contribution is not matched automatically', () => {
  it('when two people of the list have the name', () => {
    expect(match(['Ana Gómez', 'Ana Gómez'], ['Ana Gómez'])).toEqual(['Ana Gómez?', 'Ana Gómez?'])
  })

  it('when two people of the list are equally similar', () => {
    const given = ['Ana María Gómez']
    expect(match(['Ana Gómez', 'María Gómez'], given)).toEqual([
      'Ana María Gómez?',
      'Ana María Gómez?',
    ])
  })

  it('when two names are similar to one person: the newer is suggested', () => {
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
  ])('to %s by the name %s', (person, name) => {
    expect(match([person], [name])).toEqual([null])
  })

  it.each([
    ['Ana Gómez', 'Ana G.'],
    ['Ana Gómez', 'Ana'],
    ['Ana', 'Ana Gómez'],
    ['Juana Pérez', 'Mamá de Juana Pérez'],
    ['Juana Pérez', 'papá de Juana'],
    ['Juana Pérez', 'La mamá de Juana Pérez'],
  ])('but is suggested for %s with the name %s', (person, name) => {
    expect(match([person], [name])).toEqual([`${name}?`])
  })

  it.each([
    ['the more alike one, which is older', ['Ana Gómez', 'Ana G.']],
    ['the more alike one, which is newer', ['Ana G.', 'Ana Gómez']],
  ])('but is suggested when it is %s', (_what, given) => {
    const people = ['Ana Gómez', 'Ana Gómez']
    expect(match(people, given)).toEqual(['Ana Gómez?', 'Ana Gómez?'])
  })

  it('but is suggested when it is the newest of several equally similar ones', () => {
    const given = ['Ana María Gómez', 'Ana Paula Gómez', 'Ana María Gómez']
    expect(match(['Ana Gómez'], given)).toEqual(['Ana María Gómez?'])
  })

  it('but is suggested when it is the later one of two with the same date', () => {
    const given = ['Ana María Gómez', 'Ana Paula Gómez'].map((name) => ({
      name,
      date: '2026-11-15T12:00:00.000Z',
    }))
    expect(match(['Ana Gómez'], given)).toEqual(['Ana Paula Gómez?'])
  })

  it('or suggested to a person with a contribution', () => {
    const given = contributionsOf(['Ana Gómez', 'Ana G.'])
    expect(matched([asPerson('Ana Gómez')], given)).toEqual([
      { given: [0], isByHand: false, suggestion: null },
    ])
  })

  it('or suggested when it is matched to another person', () => {
    expect(match(['Ana Gómez', 'Ana'], ['Ana Gómez'])).toEqual(['Ana Gómez', null])
  })

  it('or suggested by a name that 21 people share', () => {
    const anas = Array.from({ length: 21 }, (_, at) => `Ana ${'abcdefghijklmnopqrstu'[at]}ez`)
    expect(new Set(match(anas, ['Ana']))).toEqual(new Set([null]))
    expect(new Set(match(anas.slice(1), ['Ana']))).toEqual(new Set(['Ana?']))
  })
})

describe('the organiser’s assignment', () => {
  it('is marked as made by hand', () => {
    const beto = asPerson({ name: 'Beto Sosa', contributionId: 'Los abuelos' })
    const given = contributionsOf(['Los abuelos', 'Ana Gómez'])
    expect(matched([beto, asPerson('Ana Gómez')], given)).toEqual([
      { given: [0], isByHand: true, suggestion: null },
      { given: [1], isByHand: false, suggestion: null },
    ])
  })

  it('has priority over names, and takes the contribution from others', () => {
    const beto = { name: 'Beto Sosa', contributionId: 'Ana Gómez' }
    expect(match(['Ana Gómez', beto], ['Ana Gómez'])).toEqual([null, 'Ana Gómez'])
  })

  it('is ignored when its contribution does not count', () => {
    const ana = { name: 'Ana Gómez', contributionId: 'rejected' }
    expect(match([ana], ['Ana Gómez'])).toEqual(['Ana Gómez'])
  })

  it('leaves other contributions of that name as suggestions for others', () => {
    const people = [{ name: 'Ana Gómez', contributionId: 'Otra' }, 'Ana Gómez']
    expect(match(people, ['Otra', 'Ana Gómez'])).toEqual(['Otra', 'Ana Gómez?'])
    const ana = { name: 'Ana Gómez', contributionId: 'Otra' }
    expect(match([ana, 'Ana'], ['Otra', 'Ana María Gómez'])).toEqual(['Otra', 'Ana María Gómez?'])
  })

  it('of a missing person applies to contributions up to that moment', () => {
    const ana = { name: 'Ana Gómez', missingSince: '2026-11-15T00:00:00.000Z' }
    const at = (day: number) => ({ name: 'Ana Gómez', date: `2026-11-${day}T12:00:00.000Z` })
    expect(match([ana], [at(12)])).toEqual([null])
    expect(match([ana], [at(12), at(16)])).toEqual(['Ana Gómez'])
    expect(match([ana, 'Ana Gómez'], [at(12)])).toEqual([null, 'Ana Gómez'])
    const until = { name: 'Ana Gómez', date: ana.missingSince }
    expect(match([ana, 'Ana Gómez'], [until])).toEqual([null, 'Ana Gómez'])
    const [match16] = matched([asPerson(ana)], contributionsOf([at(12), until, at(16)]))
    expect(match16?.given).toEqual([2])
  })
})

it('matches 5,000 people with 100,000 contributions without comparing each pair', () => {
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

it('leaves turns to other work while it matches long lists', async () => {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 1 // ms for each step
    return time
  })
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  })
  const given = contributionsOf(Array.from({ length: 300 }, (_, n) => `Ana ${n} Gómez`))
  await inSlices(matchPeople([asPerson('Ana Gómez')], given))
  clearInterval(timer)
  clock.mockRestore()
  // 600 steps of 1 ms, in slices of 10 ms.
  expect(turns).toBeGreaterThan(30)
})
