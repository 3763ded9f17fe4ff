import { lockFolder } from '../../../server/data/folder-lock.ts'

/*
 * A process for folder-lock.test.ts: locks the folder of its argument, prints whether that worked, and holds the
 * lock until its input ends.
 */
const [, , folder = ''] = process.argv
try {
  const lock = await lockFolder(folder)
  console.log('locked')
  process.stdin.resume().once('end', () => lock.release())
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
}
