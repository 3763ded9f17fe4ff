interface Suggested {
  suggestion: { id: string } | null
}

/** Returns the people whose suggested contribution is suggested for nobody else. */
export function withClearSuggestion<Person extends Suggested>(people: readonly Person[]): Person[] {
  const counts = new Map<string, number>()
  for (const { suggestion } of people) {
    if (suggestion) counts.set(suggestion.id, (counts.get(suggestion.id) ?? 0) + 1)
  }
  return people.filter(({ suggestion }) => suggestion && counts.get(suggestion.id) === 1)
}
