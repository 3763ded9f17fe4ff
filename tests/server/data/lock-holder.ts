import { lockFolder } from '../../../server/data/folder-lock.ts'

// A process that tries to have the folder of its argument, says how that went, and keeps it until
// its input ends.
const [, , folder = ''] = process.argv
try {
  const lock = await lockFolder(folder)
  console.log('locked')
  process.stdin.resume().once('end', () => lock.release())
} catch (error) {
  console.log(error instanceof Error ? error.message : error)
}
