import type { SiteKind } from '../open-site.ts'
import type { Fault, Log } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { kill } from './kill.ts'
import { mailOutage, postgresOutage, providerOutage } from './outages.ts'
import { slowStorage } from './slow-storage.ts'

interface Options {
  kind: SiteKind
  /** Number of times, for a fault that can happen more than once. */
  times: number
  seed: number
  log: Log
}

const OPEN = {
  kill: ({ times, seed, log }: Options) => kill(times, seed, log),
  'postgres-away': ({ kind, log }: Options) => {
    if (kind === 'embedded') throw new Error('The embedded database is no server to stop.')
    return postgresOutage(log)
  },
  'full-disk': ({ log }: Options) => fullDisk(log),
  'slow-storage': ({ log }: Options) => slowStorage(log),
  'mail-away': ({ log }: Options) => mailOutage(log),
  'provider-away': ({ log }: Options) => providerOutage(log),
}
export type FaultName = keyof typeof OPEN

/** The faults that `--fault` accepts. */
export const FAULTS = Object.keys(OPEN) as FaultName[]

/** Returns the fault of that name. Throws an Error with a sentence when it cannot happen here. */
export async function openFault(name: FaultName, options: Options): Promise<Fault> {
  return OPEN[name](options)
}
