/*
 * The worker that owns one person's copy, or, where there is no place for one, their outbox alone; its
 * name is the person's id and which of the two. One message for a call, one for its answer, and events
 * in between.
 */
import { AppError } from '../../shared/errors.ts'
import { keepFault, recentFaults } from '../api/faults.ts'
import { systemClock } from './clock.ts'
import { deleteCopies } from './engine.ts'
import { createHttpTransport } from './http-transport.ts'
import { createOutbox, deleteOutbox } from './outbox.ts'
import { ownOutbox } from './own-outbox.ts'
import { type OwnedCopy, ownCopy } from './owned-copy.ts'
import type { ReplicaEvent } from './replica-state.ts'
import type { FromWorker, ToWorker } from './worker-host.ts'

/** With less memory than this the engine would push the pages themselves out of it. */
const LEAST_MEMORY = 2 // GB

const [personId = '', kind] = self.name.split(' ')
let owned = own()

self.onmessage = async ({ data: { id, call, args } }: MessageEvent<ToWorker>) => {
  try {
    tell({ id, ok: true, value: await answer(call, args) })
  } catch (error) {
    tell({ id, ok: false, error: refusalOf(error) })
  }
}

async function answer(call: ToWorker['call'], args: readonly unknown[]): Promise<unknown> {
  switch (call) {
    case 'ping':
      return null
    case 'state':
      return (await owned).state()
    case 'rebuild':
      await drop()
      owned = own()
      return (await owned).state()
    case 'forget':
      await drop()
      await deleteCopies(personId)
      return deleteOutbox(personId)
    default: {
      const { calls } = await owned
      const known = calls[call]
      // Of another release, or of a copy that has just ended: who asked has the server.
      if (!known) throw new AppError('internal', 'La copia no conoce esa llamada.')
      return known(...args)
    }
  }
}

/** Starts it, and says how it stands; without a copy the server goes on answering (S10). */
async function own(): Promise<OwnedCopy> {
  if (kind === 'copy' && hasMemory()) {
    try {
      return await ownCopy(personId, announce, () => void startAnew())
    } catch (error) {
      keepFault(error)
      console.error('copy:', error instanceof Error ? error.message : error)
    }
  }
  return ownOutbox({
    outbox: createOutbox(personId),
    transport: createHttpTransport({ personId }),
    clock: systemClock,
    announce,
  })
}

/** Without the damaged files another worker starts with a new engine, and this one's memory is free. */
async function startAnew(): Promise<void> {
  await drop().catch(refusalOf)
  tell({ broken: true, why: recentFaults().at(-1)?.message })
}

/** Few browsers tell; whoever does not gets the benefit of the doubt. */
function hasMemory(): boolean {
  const { deviceMemory = LEAST_MEMORY } = navigator as Navigator & { deviceMemory?: number }
  return deviceMemory >= LEAST_MEMORY
}

async function drop(): Promise<void> {
  await (await owned).stop('drop')
}

function announce(event: ReplicaEvent): void {
  tell({ event })
}

function tell(message: FromWorker): void {
  self.postMessage(message)
}

function refusalOf(error: unknown) {
  if (!(error instanceof AppError)) {
    keepFault(error)
    console.error('copy:', error instanceof Error ? error.message : error)
    return { code: 'internal' as const, message: 'La copia de este navegador no pudo responder.' }
  }
  const { code, message, field } = error
  return { code, message, ...(field === undefined ? {} : { field }) }
}
