import { type Local, local } from '../api/local.ts'

/**
 * The copy of this person, also where no screen has opened it: what was not sent, and what is to be
 * forgotten, lies on the device all the same (S10). Resolves once it says how it stands.
 */
export async function openLocal(personId: string): Promise<Local> {
  const open = local()
  if (open) return open
  const { startReplica } = await import('../replica/replica.ts')
  const replica = startReplica(personId)
  await new Promise<void>((resolve) => {
    const stop = replica.onState(() => {
      stop()
      resolve()
    })
  })
  const opened = local()
  if (!opened) throw new Error('A started copy answers')
  return opened
}
