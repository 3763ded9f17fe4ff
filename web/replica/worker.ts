/*
 * The worker that owns one person's copy; its name is the person's id. One message for a call, one
 * for its answer, and events in between.
 */
import { AppError } from '../../shared/errors.ts'
import { deleteCopies } from './engine.ts'
import { deleteOutbox } from './outbox.ts'
import { type OwnedCopy, ownCopy } from './owned-copy.ts'
import type { ReplicaEvent, ReplicaState } from './replica.ts'
import type { FromWorker } from './worker-host.ts'

interface ToWorker {
  id: number
  call: string
  args: readonly unknown[]
}

const personId = self.name
let owned = own()

self.onmessage = async ({ data: { id, call, args } }: MessageEvent<ToWorker>) => {
  try {
    tell({ id, ok: true, value: await answer(call, args) })
  } catch (error) {
    tell({ id, ok: false, error: refusalOf(error) })
  }
}

async function answer(call: string, args: readonly unknown[]): Promise<unknown> {
  switch (call) {
    case 'state':
      return state()
    case 'rebuild':
      await drop()
      owned = own()
      return state()
    case 'forget':
      await drop()
      await deleteCopies(personId)
      return deleteOutbox(personId)
    default: {
      const { calls } = await owned
      const known = calls[call]
      if (!known) throw new AppError('not-found', 'Esta versión no conoce esa llamada.')
      return known(...args)
    }
  }
}

/** Starts it, and says how it stands; without a copy the server goes on answering. */
function own(): Promise<OwnedCopy> {
  const opening = ownCopy(personId, announce).catch((cause) => {
    announce({ type: 'state', state: { ...NOT_OPEN, copy: 'none' } })
    throw new AppError('unavailable', 'Este dispositivo no puede guardar una copia.', { cause })
  })
  opening.catch(() => {}) // Whoever calls is told.
  return opening
}

async function state(): Promise<ReplicaState> {
  try {
    return await (await owned).state()
  } catch {
    return { ...NOT_OPEN, copy: 'none' }
  }
}

async function drop(): Promise<void> {
  const old = await owned.catch(() => null)
  await old?.stop('drop')
}

const NOT_OPEN = {
  connection: 'starting',
  changes: [],
  lastSync: null,
  rows: null,
  bytes: null,
} as const satisfies Partial<ReplicaState>

function announce(event: ReplicaEvent): void {
  tell({ event })
}

function tell(message: FromWorker): void {
  self.postMessage(message)
}

function refusalOf(error: unknown) {
  if (!(error instanceof AppError)) {
    console.error('copy:', error instanceof Error ? error.message : error)
    return { code: 'internal' as const, message: 'La copia de este navegador no pudo responder.' }
  }
  const { code, message, field } = error
  return { code, message, ...(field === undefined ? {} : { field }) }
}
