import { countBy } from '../group-by.ts'

interface Suggested {
  suggestion: { id: string } | null
}

/**
 * Returns the people of a list whose suggested contribution is suggested for nobody else: the organiser may accept
 * these all at once.
 */
export function withClearSuggestion<Person extends Suggested>(people: readonly Person[]): Person[] {
  const counts = countBy(people, ({ suggestion }) => suggestion?.id)
  return people.filter(({ suggestion }) => suggestion && counts.get(suggestion.id) === 1)
}
