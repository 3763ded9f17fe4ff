import { parseArgs } from 'node:util'
import { oneOf, wholeNumber } from '../options.ts'
import { FAULTS, type FaultName } from './faults/faults.ts'
import { SITES, type SiteKind } from './open-site.ts'

/** The options of `npm run load`. */
export interface Options {
  kind: SiteKind
  /** Absent: the default of the kind of run. */
  clients: number | undefined
  seconds: number
  /** Absent: no soak. */
  minutes: number | undefined
  fault: FaultName | undefined
  /** Plays the attacks instead of a load. */
  attack: boolean
  times: number
  seed: number
  json: string | undefined
}

/** Throws an Error with a sentence when an option is invalid. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'string', default: 'embedded' },
      clients: { type: 'string' },
      seconds: { type: 'string', default: '15' },
      minutes: { type: 'string' },
      fault: { type: 'string' },
      attack: { type: 'boolean', default: false },
      times: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      json: { type: 'string' },
    },
  })
  return {
    kind: oneOf('--server', SITES, values.server),
    clients: values.clients === undefined ? undefined : wholeNumber('--clients', values.clients, 2),
    seconds: wholeNumber('--seconds', values.seconds, 1),
    minutes: values.minutes === undefined ? undefined : wholeNumber('--minutes', values.minutes, 1),
    fault: values.fault === undefined ? undefined : oneOf('--fault', FAULTS, values.fault),
    attack: values.attack,
    times: wholeNumber('--times', values.times, 1),
    seed: wholeNumber('--seed', values.seed, 0),
    json: values.json,
  }
}
