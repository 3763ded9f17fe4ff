import { cpSync } from 'node:fs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { openDatabase } from '../../server/data/open.ts'
import { bundlePrograms } from '../support/bundle-programs.ts'
import { embeddedTemplate } from '../support/embedded-template.ts'
import { addLucias } from './people.ts'

/** Playwright: before the first test, bundles programs and makes the data folder that servers start with. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const dataDir = makeTemporaryFolder()
  cpSync(await embeddedTemplate(), dataDir, { recursive: true })
  const database = await openDatabase({ dataDir })
  await addLucias(database, dataDir)
  await database.close()
  process.env.PREPARED_DATA = dataDir
  return bundlePrograms()
}
