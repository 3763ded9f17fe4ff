import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { openDatabase } from '../../server/data/open.ts'

/**
 * Playwright: makes the empty database once, which costs more than a short test. Each server of a
 * test starts on a copy of it (tests/support/server-process.ts).
 */
export default async function prepareData(): Promise<void> {
  const dataDir = makeTemporaryFolder()
  await (await openDatabase({ dataDir })).close()
  process.env.PREPARED_DATA = dataDir
}
