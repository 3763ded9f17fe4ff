import type { SiteKind } from '../open-site.ts'
import type { Fault, Say } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { kill } from './kill.ts'
import { mailAway, postgresAway, providerAway } from './outages.ts'
import { slowStorage } from './slow-storage.ts'

interface Options {
  kind: SiteKind
  /** How often, for a fault that can happen more than once. */
  times: number
  seed: number
  say: Say
}

const OPEN = {
  kill: ({ times, seed, say }: Options) => kill(times, seed, say),
  'postgres-away': ({ kind, say }: Options) => {
    if (kind === 'embedded') throw new Error('The embedded database is no server to stop.')
    return postgresAway(say)
  },
  'full-disk': ({ say }: Options) => fullDisk(say),
  'slow-storage': ({ say }: Options) => slowStorage(say),
  'mail-away': ({ say }: Options) => mailAway(say),
  'provider-away': ({ say }: Options) => providerAway(say),
}
export type FaultName = keyof typeof OPEN

/** The faults that `--fault` accepts. */
export const FAULTS = Object.keys(OPEN) as FaultName[]

/** Throws an Error with a sentence when the fault cannot happen here. */
export async function openFault(name: FaultName, options: Options): Promise<Fault> {
  return OPEN[name](options)
}
