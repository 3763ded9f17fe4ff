import type { ListedPerson } from '../queries/people.ts'

interface SplitPeople {
  missing: ListedPerson[]
  contributed: ListedPerson[]
}

/** Splits a collection's list by whether a person has contributed. The order stays. */
export function splitByContribution(people: readonly ListedPerson[]): SplitPeople {
  return {
    missing: people.filter(({ given }) => given.length === 0),
    contributed: people.filter(({ given }) => given.length > 0),
  }
}
