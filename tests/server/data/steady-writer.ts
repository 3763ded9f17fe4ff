import { writeSync } from 'node:fs'
import { createRandom } from '../../../scripts/seed/random.ts'
import { openDatabase } from '../../../server/data/open.ts'
import { Workload } from './workload.ts'

/*
 * A process that opens the embedded database of a data folder, checks what was acknowledged
 * before, and writes until it is killed. It says what is acknowledged, a line each time.
 * Arguments: the folder, a seed, and the notes and bumps acknowledged before.
 */
const [, , dataDir = '', seed = '', notes = '', bumps = ''] = process.argv
const workload = new Workload(createRandom(Number(seed)).next)
workload.acknowledged = { notes: Number(notes), bumps: Number(bumps) }

const database = await openDatabase({ dataDir })
await workload.check(database)
for (;;) {
  // Written at once: what is said in a buffer when the process is killed was never said.
  writeSync(1, `${workload.acknowledged.notes} ${workload.acknowledged.bumps}\n`)
  await workload.step(database)
}
