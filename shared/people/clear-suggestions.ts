import { countBy } from '../group-by.ts'

interface Suggested {
  suggestion: { id: string } | null
}

/** Returns people whose suggested contribution is suggested for nobody else: all may be accepted at once. */
export function withClearSuggestion<Person extends Suggested>(people: readonly Person[]): Person[] {
  const counts = countBy(people, ({ suggestion }) => suggestion?.id)
  return people.filter(({ suggestion }) => suggestion && counts.get(suggestion.id) === 1)
}
