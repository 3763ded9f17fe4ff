import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, Say } from './fault.ts'

const BEFORE = 3_000 // ms
const AWAY = 10_000 // ms

/** PostgreSQL is stopped, cutting every connection, and comes back. */
export function postgresAway(say: Say): Fault {
  return {
    async strike({ postgres }) {
      if (!postgres) throw new Error('This site has no PostgreSQL of its own')
      await sleep(BEFORE)
      await postgres.stop()
      say('PostgreSQL is away')
      await sleep(AWAY)
      await postgres.start()
      say('PostgreSQL is back')
    },
  }
}
