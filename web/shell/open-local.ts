import { withTimeout } from '../../shared/async.ts'
import { type Local, local } from '../api/local.ts'
import { startReplica } from '../replica/replica.ts'

const OPENING_LIMIT = 40_000 // ms

/**
 * The copy of this person, also where no screen has opened it: what was not sent, and what is to be
 * forgotten, lies on the device all the same (S10). Resolves once it says how it stands;
 * rejects when it does not.
 */
export async function openLocal(personId: string): Promise<Local> {
  const open = local()
  if (open) return open
  const replica = startReplica(personId)
  const stated = new Promise<void>((resolve) => {
    const stop = replica.onState(() => {
      stop()
      resolve()
    })
  })
  await withTimeout(stated, OPENING_LIMIT)
  const opened = local()
  if (!opened) throw new Error('A started copy answers')
  return opened
}
