/** The actions of a run and the violated rules. */
export interface RunRecord {
  /** How often each thing was done, by its name. */
  readonly figures: Record<string, number>
  readonly faults: readonly string[]
  /** The last events, a line each. */
  readonly story: readonly string[]
  say(text: string): void
  count(what: string, times?: number): void
  fault(error: unknown): void
}

const STORY_LENGTH = 600 // lines

export function createRunRecord(): RunRecord {
  const figures: Record<string, number> = {}
  const faults: string[] = []
  const story: string[] = []
  const began = performance.now()

  function say(text: string): void {
    const seconds = ((performance.now() - began) / 1000).toFixed(3).padStart(9)
    story.push(`${seconds} ${text}`)
    if (story.length > STORY_LENGTH) story.shift()
  }

  return {
    figures,
    faults,
    story,
    say,
    count(what, times = 1) {
      figures[what] = (figures[what] ?? 0) + times
    },
    fault(error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      faults.push(text)
      say(`FAULT ${text}`)
    },
  }
}
