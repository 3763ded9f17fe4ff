/*
 * The time and the luck of one simulated run. Nothing here waits for a real clock: what should happen
 * later stands in a list, and one thing happens at a time. After each, everything that it sets off for
 * real (the databases' work) runs to its end before the next, so the same seed is the same run.
 */
import { createRandom, type Random } from '../seed/random.ts'

const START = Date.parse('2027-03-01T12:00:00Z')

export interface World {
  random: Random
  now(): Date
  /** Lets something happen in `ms`, unless it is taken back by what this answers. */
  after(ms: number, happen: () => void): () => void
  /** Real work: until it ends nothing else happens. */
  busy<T>(work: () => Promise<T>): Promise<T>
  /** Within busy work: lets other things happen for `ms`. */
  rest(ms: number): Promise<void>
  /** Lets that much time pass. Throws the first fault. */
  pass(ms: number): Promise<void>
  /** Writes a line into the run's story. */
  say(text: string): void
  /** Something that must never happen: ends the run. */
  fault(error: unknown): void
  story: readonly string[]
}

interface Event {
  time: number
  happen: () => void
}

export function createWorld(seed: number): World {
  const story: string[] = []
  const nicknames = new Map<string, string>()
  const events = new Set<Event>()
  let time = START
  let underWay = 0
  const whenIdle: (() => void)[] = []
  let failure: { error: unknown } | null = null

  function nextEvent(until: number): Event | null {
    let next: Event | null = null
    for (const event of events) {
      if (event.time <= until && (next === null || event.time < next.time)) next = event
    }
    return next
  }

  async function settle(): Promise<void> {
    // Two idle turns in a row: between the end of one piece of work and the start of the next that
    // it sets off there is nothing but promises.
    for (let idle = 0; idle < 2; idle = underWay === 0 ? idle + 1 : 0) {
      if (underWay > 0) await new Promise<void>((resolve) => whenIdle.push(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (failure) throw failure.error
  }

  function leaveWork(): void {
    underWay -= 1
    if (underWay === 0) for (const resolve of whenIdle.splice(0)) resolve()
  }

  /** Ids are different in each run; what they are called here is not. */
  function nickname(id: string): string {
    const name = nicknames.get(id) ?? `#${nicknames.size + 1}`
    nicknames.set(id, name)
    return name
  }

  return {
    random: createRandom(seed),
    story,
    now: () => new Date(time),
    after(ms, happen) {
      const event = { time: time + ms, happen }
      events.add(event)
      return () => events.delete(event)
    },
    async busy(work) {
      underWay += 1
      try {
        return await work()
      } finally {
        leaveWork()
      }
    },
    async rest(ms) {
      leaveWork()
      await new Promise<void>((resolve) => {
        this.after(ms, resolve)
      })
      underWay += 1
    },
    async pass(ms) {
      const until = time + ms
      await settle()
      for (let event = nextEvent(until); event; event = nextEvent(until)) {
        events.delete(event)
        time = event.time
        event.happen()
        await settle()
      }
      time = until
    },
    say(text) {
      const seconds = ((time - START) / 1000).toFixed(3).padStart(9)
      story.push(
        `${seconds} ${text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nickname)}`,
      )
    },
    fault(error) {
      failure ??= { error }
    },
  }
}
