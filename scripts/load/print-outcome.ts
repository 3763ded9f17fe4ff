import type { Outcome } from './run-load.ts'

/** How many of each kind of fault are printed. */
const MOST_PRINTED = 10

/** Prints the result of a load. Returns whether nothing failed. */
export function printOutcome(outcome: Outcome): boolean {
  const { acknowledged, unanswered, failures, verdict } = outcome
  const wrong = whatIsWrong(outcome)
  const { lost, doubled, altered, files, swept } = verdict
  console.log(
    `${acknowledged} writes acknowledged: ${lost.length} lost, ${doubled.length} doubled, ` +
      `${altered.length} altered, ${files.length} files or rows without the other. ` +
      `${unanswered} never acknowledged, ${swept} uploads left for the sweep.`,
  )
  for (const [why, times] of failures) console.log(`  said no, ${times} times: ${why}`)
  for (const [kind, what] of Object.entries(wrong)) {
    for (const one of what.slice(0, MOST_PRINTED)) console.log(`  ${kind}: ${one}`)
  }
  return Object.values(wrong).every((what) => what.length === 0)
}

/** A sentence for each fault, by its kind; every list is empty where all is well. */
export function whatIsWrong({ faults, unanswered, unheard, verdict }: Outcome) {
  const { lost, doubled, altered, files } = verdict
  return {
    lost,
    doubled,
    altered,
    files,
    faults,
    unanswered: unanswered > 0 ? [`${unanswered} were never acknowledged`] : [],
    unheard: unheard > 0 ? [`${unheard} were never told of to their organiser`] : [],
  }
}
