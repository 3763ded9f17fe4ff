import { expect, it } from 'vitest'
import { withClearSuggestion } from '../../shared/people/clear-suggestions.ts'

const person = (name: string, id: string | null) => ({
  name,
  suggestion: id === null ? null : { id },
})

it('skips a contribution that is suggested for two people, and a person without one', () => {
  const people = [
    person('Ana', 'one'),
    person('Ana María', 'one'),
    person('Beto', 'two'),
    person('Carla', null),
  ]
  expect(withClearSuggestion(people).map(({ name }) => name)).toEqual(['Beto'])
})
