/*
 * The worker that owns one person's replica (S11), or their outbox alone on a device that cannot hold a replica (S10).
 * Its name contains the person's id and the kind, `replica` or `outbox`.
 */
import '../api/older-browsers.ts'
import { systemClock } from '../../shared/async.ts'
import { diagnose, querySql } from './diagnosis.ts'
import { openEngine } from './engine.ts'
import { createOutbox, deleteOutbox } from './outbox.ts'
import { ownOutbox } from './own-outbox.ts'
import { ownReplica } from './owned-replica.ts'
import { serveWorker } from './serve-worker.ts'
import { deleteReplicas } from './stored-replicas.ts'
import { createHttpTransport } from './transport.ts'

/** With less memory than this the browser would discard other tabs to make space for the engine. */
const LEAST_MEMORY = 2 // GB

const [personId = '', kind] = self.name.split(' ')

/** One for all owners of this worker: only its memory may have a change that the disk lost. */
const outbox = createOutbox(personId)

serveWorker({
  kind: kind === 'replica' && hasMemory() ? 'replica' : 'outbox',
  async openReplica(announce, onBroken) {
    const engine = await openEngine(personId)
    const { pglite } = engine
    const inspection = {
      diagnose: () => diagnose(pglite),
      querySql: (text: string) => querySql(pglite, text),
    }
    return ownReplica({ ...createParts(), personId, engine, announce, onBroken, inspection })
  },
  openOutbox: (announce) => ownOutbox({ ...createParts(), announce }),
  isOutboxOnDisk: () => outbox.isOnDisk(),
  async deleteAll() {
    outbox.close()
    await deleteReplicas(personId)
    await deleteOutbox(personId)
  },
  port: self,
})

function createParts() {
  return {
    outbox,
    transport: createHttpTransport({ personId }),
    clock: systemClock,
  }
}

/** Few browsers report the device's memory; the others count as having enough. */
function hasMemory(): boolean {
  const { deviceMemory = LEAST_MEMORY } = navigator as Navigator & { deviceMemory?: number }
  return deviceMemory >= LEAST_MEMORY
}
