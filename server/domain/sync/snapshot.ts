import { COPIED_TABLES, type CopiedTable } from '../../../shared/sync.ts'
import type { Database } from '../../data/database.ts'
import { currentMoment, type Moment } from './changes.ts'

/**
 * Returns all rows of a table that this person may see, as CSV in the column order of COPIED_TABLES (S5). The cursor is
 * taken before: changes in between are sent again, which is harmless (S4).
 */
export async function snapshotOf(
  database: Database,
  personId: string,
  table: CopiedTable,
): Promise<Moment & { csv: Blob }> {
  const moment = await currentMoment(database, personId)
  const columns = COPIED_TABLES[table].join(', ')
  return { ...moment, csv: await database.copyOut(personId, `select ${columns} from ${table}`) }
}
