import { COPIED_TABLES, type CopiedTable } from '../../../shared/sync.ts'
import type { Database } from '../../data/database.ts'
import { currentMoment, type Moment } from './changes.ts'

/** As CSV in the column order of COPIED_TABLES (S5). The cursor is taken before: changes are sent again (S4). */
export async function snapshotOf(
  database: Database,
  personId: string,
  table: CopiedTable,
): Promise<Moment & { csv: Blob }> {
  const moment = await currentMoment(database, personId)
  const columns = COPIED_TABLES[table].join(', ')
  return { ...moment, csv: await database.copyOut(personId, `select ${columns} from ${table}`) }
}
