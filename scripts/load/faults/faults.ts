import type { SiteKind } from '../open-site.ts'
import type { Fault, Say } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { kill } from './kill.ts'
import { mailAway, postgresAway, providerAway } from './outages.ts'
import { slowStorage } from './slow-storage.ts'

/** The faults that `--fault` accepts. */
export const FAULTS = [
  'kill',
  'postgres-away',
  'full-disk',
  'slow-storage',
  'mail-away',
  'provider-away',
] as const
export type FaultName = (typeof FAULTS)[number]

interface Options {
  kind: SiteKind
  /** How often, for a fault that can happen more than once. */
  times: number
  seed: number
  say: Say
}

/** Throws an Error with a sentence when the fault cannot happen here. */
export async function openFault(
  name: FaultName,
  { kind, times, seed, say }: Options,
): Promise<Fault> {
  switch (name) {
    case 'kill':
      return kill(times, seed, say)
    case 'postgres-away':
      if (kind === 'embedded') throw new Error('The embedded database is no server to stop.')
      return postgresAway(say)
    case 'full-disk':
      return fullDisk(say)
    case 'slow-storage':
      return slowStorage(say)
    case 'mail-away':
      return mailAway(say)
    case 'provider-away':
      return providerAway(say)
  }
}
