import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { createRandom } from '../../../scripts/seed/random.ts'
import { createDatabase } from '../../../server/data/create-database.ts'
import { DurableNodeFS } from '../../../server/data/durable-node-fs.ts'
import { engineOf } from '../../../server/data/embedded.ts'
import { makeCluster } from '../../../server/data/make-cluster.ts'
import { startPglite } from '../../../server/data/start-pglite.ts'
import { recordChanges } from './record-changes.ts'
import { UnreliableDisk } from './unreliable-disk.ts'
import { type Acknowledged, Workload } from './workload.ts'

/*
 * A process for durability.test.ts. Each round writes to an embedded database, simulates a power loss, opens what is
 * left, checks it and continues with it. Prints a line per round. Arguments: a folder, the number
 * of rounds, a seed, and `durable` or `as-shipped` (the library's own file system and options).
 */
const [, , folder = '', rounds = '', seed = '', manner = ''] = process.argv
const random = createRandom(Number(seed)).next
const workload = new Workload(random)

await makeCluster(join(folder, '0'))
for (let round = 1; round <= Number(rounds); round++) await playRound(round)

async function playRound(round: number): Promise<void> {
  const path = join(folder, String(round - 1))
  const graveyard = join(folder, 'graveyard')
  mkdirSync(graveyard)
  const disk = new UnreliableDisk(path, graveyard, random)

  let changes = 0
  let powerFailsAt = Number.POSITIVE_INFINITY
  let acknowledged: Acknowledged | undefined
  const failWithin = (count: number) => {
    powerFailsAt = changes + Math.ceil(random() ** 2 * count)
  }
  const onChange = () => {
    changes++
    if (changes !== powerFailsAt) return
    disk.losePower(join(folder, String(round)))
    acknowledged = workload.acknowledged
  }

  if (random() < 0.25) failWithin(100) // while it starts
  const pglite = await start(path, disk, onChange)
  const database = createDatabase(engineOf(pglite, () => {}))
  const notes = await workload.check(database)
  if (!acknowledged) failWithin(1500)
  while (!acknowledged) await workload.step(database)
  console.log(`round ${round}: ${notes} notes here, power lost at change ${powerFailsAt}`)

  // The engine went on; what it wrote since never reached the disk that the next round opens.
  await database.close()
  workload.acknowledged = acknowledged
  rmSync(path, { recursive: true })
  rmSync(graveyard, { recursive: true })
}

function start(path: string, disk: UnreliableDisk, onChange: () => void): Promise<PGlite> {
  if (manner === 'durable')
    return startPglite(recordChanges(new DurableNodeFS(path), disk, onChange))
  return PGlite.create({ fs: recordChanges(new NodeFS(path), disk, onChange) })
}
