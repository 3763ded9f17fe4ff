/* Checks the rules that must hold at the end of a run, once everything is repaired and has settled. */
import type { Database } from '../../server/data/database.ts'
import type { MutationOutcome } from '../../shared/named-mutation.ts'
import { SYNCED_TABLE_NAMES, SYNCED_TABLES } from '../../shared/sync.ts'
import { LOCAL_TABLES } from '../../web/replica/replica-indexes.ts'
import type { SyncStatus } from '../../web/replica/replica-state.ts'
import { findEffectFaults, findWrittenVersions } from './audit-triggers.ts'
import type { Device } from './device.ts'
import { OVERUSED_LINES, STATES_NOT_GIVEN_BACK } from './line-actions.ts'

export type CheckedDevice = Pick<Device, 'name' | 'personId' | 'engine' | 'ledger' | 'outbox'> & {
  /** Returns the last announced status of each tab (S11). */
  statuses(): readonly SyncStatus[]
}

/** Returns a sentence for each violated rule. `forgotten`: ids of the mutations that a restored backup does not have. */
export async function findFaults(
  database: Database,
  devices: readonly CheckedDevice[],
  forgotten: ReadonlySet<string>,
  wasRestored: boolean,
): Promise<string[]> {
  const faults = [
    ...(await findEffectFaults(database)),
    ...(await correctionFaults(database)),
    ...(await lineFaults(database)),
  ]
  for (const device of devices) {
    const outcomes = await outcomesOf(database, device)
    const found = [
      ...stateFaults(device),
      ...ledgerFaults(device, outcomes, forgotten),
      // After a restore, a late request may apply a lost mutation again.
      ...(wasRestored ? [] : await orderFaults(database, device)),
      ...(await versionFaults(database, device)),
      ...(await outboxFaults(device)),
      ...(await replicaFaults(database, device)),
    ]
    faults.push(...found.map((fault) => `${device.name}: ${fault}`))
  }
  return faults
}

function* stateFaults(device: CheckedDevice): Generator<string> {
  const entries = device.ledger.entries()
  const refused = entries.filter(({ refusal }) => refusal !== null).length
  for (const { id } of device.ledger.pending()) yield `${id} is pending`
  const statuses = device.statuses()
  if (statuses.length === 0) yield 'is off'
  for (const status of statuses) {
    if (status.connection !== 'live') yield `is ${status.connection}, not live`
    if (status.replica !== 'ready') yield `its replica is ${status.replica}, not ready`
    if (status.pending !== entries.length - refused) yield `says ${status.pending} pending`
    if (status.refused !== refused) yield `says ${status.refused} refused, not ${refused}`
  }
}

/** S12: nothing is corrected while it is verified, except by hand, and each correction has a version. */
async function correctionFaults(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from contributions
     where payment_method <> 'Manual' and verified_at < (corrections -> -1 ->> 'at')::timestamptz
        or version <= coalesce(jsonb_array_length(corrections), 0)`,
  )
  return rows.map(({ id }) => `${id} was corrected while it was verified, or without a version`)
}

/** A line pays one contribution, or parts of it several; an undone one verifies none, and gives the state before back. */
async function lineFaults(database: Database): Promise<string[]> {
  const overused = await database.query<{ line_id: string }>(OVERUSED_LINES)
  const undone = await database.query<{ id: string }>(STATES_NOT_GIVEN_BACK)
  return [
    ...overused.map((row) => `${row.line_id} pays too much`),
    ...undone.map(({ id }) => `${id} has not its state from before its line was undone`),
  ]
}

/** S7, S9: an acknowledged change is applied once, or reported refused once. */
function* ledgerFaults(
  { ledger }: CheckedDevice,
  outcomes: ReadonlyMap<string, MutationOutcome>,
  forgotten: ReadonlySet<string>,
): Generator<string> {
  const waiting = new Set(ledger.entries().map(({ id }) => id))
  const all = [...ledger.changes.values()]
  const acknowledgedIds = new Set(
    all.flatMap(({ id, acknowledged, supersededBy }) => (acknowledged ? [supersededBy ?? id] : [])),
  )
  for (const change of all) {
    const { id, refusals, refusal, dismissed, dismissalConfirmed, cameBack, supersededBy, lost } =
      change
    if (lost) continue
    // Superseded, unless its tab ended before removing it from the outbox.
    if (supersededBy && !outcomes.has(id) && !waiting.has(id)) continue
    const acknowledged = acknowledgedIds.has(id)
    const outcome = outcomes.get(id)
    // All changes are valid, except for past deadlines.
    if (refusal?.code === 'invalid-input' && refusal.field !== 'deadline') {
      yield `${id} was refused as invalid: ${refusal.message}`
    }
    if (refusals > 1) yield `${id} was reported refused ${refusals} times`
    // A restore may lose the refusal, and a late request then do the change.
    const isDoneLate = refusals > 0 && forgotten.has(id)
    if (outcome?.ok && !isDoneLate) {
      if (refusals > 0) yield `${id} is done, and was reported refused`
      if (waiting.has(id)) yield `${id} is done, and still waits`
    }
    // A late request for a change that a restore lost may be refused.
    if (outcome && !outcome.ok && acknowledged && refusals === 0 && !forgotten.has(id)) {
      yield `${id} was refused without a word: ${outcome.error.message}`
    }
    if (refusals === 1 && !dismissed && !waiting.has(id)) yield `the refusal of ${id} has vanished`
    if (dismissalConfirmed && !cameBack && waiting.has(id))
      yield `${id} was retried or discarded, and waits`
    if (!outcome && acknowledged && refusals === 0 && !forgotten.has(id)) yield `${id} is lost`
  }
}

/** S7: the server applied a device's changes in the order in which they were made. */
async function orderFaults(database: Database, { ledger }: CheckedDevice): Promise<string[]> {
  // A late request may apply a change that the browser itself has refused.
  const ids = [...ledger.changes.values()].flatMap(({ id, refusals, cameBack }) =>
    refusals > 0 || cameBack ? [] : [id],
  )
  const rows = await database.query<{ id: string; xid: number }>(
    'select id, xmin::text::bigint as xid from mutations where id = any($1::uuid[])',
    [ids],
  )
  const xids = new Map(rows.map(({ id, xid }) => [id, xid]))
  const done = ids.filter((id) => xids.has(id))
  return done.flatMap((id, index) => {
    const next = done[index + 1]
    const isEarlier = next !== undefined && (xids.get(next) ?? 0) < (xids.get(id) ?? 0)
    return isEarlier ? [`${next} was done before ${id}`] : []
  })
}

/** S12: a state that was given to a version is that of no other version. */
async function versionFaults(database: Database, { ledger }: CheckedDevice): Promise<string[]> {
  const seen = [...ledger.changes.values()].flatMap(({ id, stored }) => {
    if (stored?.name !== 'set-contribution-state') return []
    const { version } = stored.args as { version?: number }
    return version === undefined ? [] : { id, version }
  })
  const written = await findWrittenVersions(
    database,
    seen.map(({ id }) => id),
  )
  return seen.flatMap(({ id, version }) => {
    const found = written.get(id) ?? version
    return found === version ? [] : [`${id} saw version ${version}, and changed version ${found}`]
  })
}

/** The outbox on the disk holds what was written to it, in that order. */
async function outboxFaults({ ledger, outbox }: CheckedDevice): Promise<string[]> {
  const onDisk = JSON.stringify(await outbox().all())
  const written = JSON.stringify(ledger.entries())
  return onDisk === written ? [] : [`the outbox holds ${onDisk}, but should hold ${written}`]
}

async function outcomesOf(
  database: Database,
  { ledger }: CheckedDevice,
): Promise<Map<string, MutationOutcome>> {
  const rows = await database.query<{ id: string; outcome: MutationOutcome }>(
    'select id, outcome from mutations where id = any($1::uuid[])',
    [[...ledger.changes.keys()]],
  )
  return new Map(rows.map(({ id, outcome }) => [id, outcome]))
}

/** S1, S12: every replica equals what its person sees on the server, without local effects. */
async function replicaFaults(
  database: Database,
  { engine, personId }: CheckedDevice,
): Promise<string[]> {
  const faults: string[] = []
  for (const table of SYNCED_TABLE_NAMES) {
    const all = rowsOf(table)
    const truth = await database.asMember(personId, (tx) => tx.query<Row>(all))
    const copied = (await engine.query<Row>(all)).rows
    faults.push(...differences(table, truth, copied))
  }
  for (const table of LOCAL_TABLES) {
    const { rows } = await engine.query<object>(`select * from ${table}`)
    faults.push(...rows.map((row) => `${table} has ${JSON.stringify(row)} left`))
  }
  return faults
}

interface Row {
  id: string
  row: string
}

const rowsOf = (table: (typeof SYNCED_TABLE_NAMES)[number]) =>
  `select id, to_jsonb(r)::text as "row" from (select ${SYNCED_TABLES[table].join(', ')} from ${table}) r`

function* differences(table: string, truth: Row[], copied: Row[]): Generator<string> {
  const there = new Map(copied.map(({ id, row }) => [id, row]))
  for (const { id, row } of truth) {
    if (there.get(id) !== row) yield `${table} ${id} is ${there.get(id)}, but should be ${row}`
    there.delete(id)
  }
  for (const id of there.keys()) yield `${table} ${id} should be gone`
}
