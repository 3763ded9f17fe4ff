import {
  type Batch,
  SYNCED_TABLE_NAMES,
  SYNCED_TABLES,
  type SyncedTable,
} from '../../shared/sync.ts'
import type { Person } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'

type Rows = Map<string, Record<string, unknown>>

/** The expected rows of a replica: by table and id, as Postgres writes them in JSON. */
export type ReplicaModel = Record<SyncedTable, Rows>

export function emptyModel(): ReplicaModel {
  const entries = SYNCED_TABLE_NAMES.map((table) => [table, new Map()] as const)
  return Object.fromEntries(entries) as unknown as ReplicaModel
}

export function applyBatch(model: ReplicaModel, batch: Batch): void {
  for (const table of SYNCED_TABLE_NAMES) {
    for (const row of batch.tables[table]?.rows ?? []) model[table].set(row.id, row)
    for (const id of batch.tables[table]?.gone ?? []) model[table].delete(id)
  }
}

/** Returns the rows that this person's replica should have now, read from the database directly. */
export async function truthFor(app: TestApp, person: Person): Promise<ReplicaModel> {
  const truth = emptyModel()
  await app.database.asMember(person.id, async (tx) => {
    for (const table of SYNCED_TABLE_NAMES) {
      const rows = await tx.query<{ row: { id: string } & Record<string, unknown> }>(
        `select to_jsonb(r) as "row" from (select ${SYNCED_TABLES[table].join(', ')} from ${table}) r`,
      )
      for (const { row } of rows) truth[table].set(row.id, row)
    }
  })
  return truth
}
