import { writeSync } from 'node:fs'
import { createRandom } from '../../../scripts/seed/random.ts'
import { openDatabase } from '../../../server/data/open.ts'
import { Workload } from './workload.ts'

/*
 * A process for durability.test.ts. It opens the embedded database of a data folder, checks what was acknowledged
 * before, and writes until it is killed. It prints what is acknowledged, a line each time.
 * Arguments: the folder, a seed, and the notes and bumps acknowledged before.
 */
const [, , dataDir = '', seed = '', notes = '', bumps = ''] = process.argv
const workload = new Workload(createRandom(Number(seed)).next)
workload.acknowledged = { notes: Number(notes), bumps: Number(bumps) }

const database = await openDatabase({ dataDir })
await workload.check(database)
for (;;) {
  // Written at once: a line in a buffer would be lost when the process is killed.
  writeSync(1, `${workload.acknowledged.notes} ${workload.acknowledged.bumps}\n`)
  await workload.step(database)
}
