/*
 * The messages between the server and a person's replica. The rules:
 *
 * S1  A replica holds exactly the rows its person may see; the server is the truth.
 * S2  Every committed change leaves one line per affected person in the server's feed.
 * S3  A cursor identifies what a replica has: a whole snapshot of transactions, so that nothing is skipped or
 *     waited for. It names the newest line of the feed, and counts the lines of the transactions that overlapped
 *     it. Rows, absences, outcomes and the next cursor come from one REPEATABLE READ transaction.
 * S4  The server sends a row as it is now, or its absence: sent twice, it does no harm.
 * S5  To fill a replica, the browser takes a cursor, then each whole table, then catches up from the cursor. When
 *     the server cannot continue from a cursor, the replica starts again. The same holds for a cursor whose lines
 *     are missing: the database was restored to an earlier state, and its transaction ids are used again. The
 *     tables are newer than the cursor, so the filled replica's cursor joins it with theirs, and the server must
 *     have the lines of all.
 * S6  The stream's event id IS the cursor, so a reconnect resumes without a gap. Of too many streams the
 *     oldest ends with `too-many-streams`; its browser connects again after a while, or when its person does
 *     something.
 * S7  A mutation has an id; the same id twice is applied once and gets its outcome twice. The outbox orders
 *     mutations by a sequence of its own, never by a clock. A mutation that was never sent is dropped for a later
 *     one that sets the same fields; a repeated call (S11) is not a later one. Arguments have a version; a newer
 *     release upgrades those of an older one. A push names the cursor of the last response before it. A server
 *     without that position was restored from a backup: it applies nothing, and gets every change again in order.
 *     The same holds for a server that is restored in the middle of a push: a mutation is applied only while the
 *     one before it is stored.
 * S8  The batch that brings a mutation's rows also brings its outcome. It replaces the local effect, and the
 *     mutation leaves the outbox once the replica has the rows. Until then a response counts only for the history
 *     that its cursor names: a restored server may have lost it. After two heartbeats of the stream without the
 *     outcome, the replica connects again, and asks for it. The server works in order: a mutation before a settled
 *     one is in the rows, and waits only for its outcome. A batch undoes and runs again only the mutations that
 *     share a row with it, or with one that does.
 * S9  A refused mutation never blocks the ones behind it. Nor does one on which the server fails each time: it is
 *     then sent alone, and after FAILURES_FOR_GOOD responses of `internal` while the stream is open the browser
 *     itself refuses it. The server stores no outcome of that, so a retry may succeed.
 * S10 A replica that does not open, or is of another version, person or epoch, is deleted and filled anew; the
 *     outbox stays. Signing out deletes everything of that person on the device, and asks first when changes are
 *     unsent. When a session ends elsewhere, the browser deletes the replica and the persisted query results at the
 *     server's next response; an outbox that still has changes waits for its person, 30 days at most. A browser
 *     without storage, or without the features that tabs share, has no replica: the server answers its queries.
 *     Changes that the browser wipes while the program runs are written again.
 * S11 One tab owns the replica; the others call it. When it ends, another takes over: reads are repeated, and
 *     writes carry ids. Until the replica is filled the server answers queries, and accepts a change directly once
 *     it has all those before it.
 * S12 After any change of rights, deletion or edit elsewhere all replicas end up with the server's rows. The
 *     last writer wins, column by column. A guest corrects a contribution until it is verified: after that the
 *     verification is undone first. A manual one, which its organiser verifies by adding it, is corrected by its
 *     organiser at any time. Each correction has the next version. A verification names the version that its person
 *     saw; it is refused when there is a later one. A line of a statement pays one contribution: of two changes
 *     that match it, the first to arrive wins, and the other is refused. Another reason of a rejection is refused
 *     once the contribution is no longer rejected.
 */
import * as z from 'zod/mini'
import { type MutationOutcome, mutationOutcome } from './named-mutation.ts'

/** Wire format. 1: batches, tables for the first fill, epochs in pushes and snapshots. 2: receipts of contributions. */
export const SYNC_PROTOCOL = 2

export const CURSOR_SEPARATOR = '.'

/** Returns a cursor that continues from the first one, on a database whose history has all of them (S10). */
export function joinCursors(cursors: readonly string[]): string {
  const single = cursors.flatMap((cursor) => cursor.split(CURSOR_SEPARATOR))
  return [...new Set(single)].join(CURSOR_SEPARATOR)
}

/** After this many failures of the server on one mutation, the others go on without it (S9). */
export const FAILURES_FOR_GOOD = 5

/** The tables of a replica with their columns, parents first. The server's tables have the same columns. */
export const SYNCED_TABLES = {
  users: ['id', 'email', 'first_name', 'last_name', 'default_bank_account'],
  collections: [
    'id',
    'creator_id',
    'creator_email',
    'title',
    'title_folded',
    'description',
    'suggested_amount',
    'total_amount',
    'deadline',
    'bank_account',
    'account_identifier',
    'cantidad_personas',
    'status',
    'created_at',
    'updated_at',
    'deleted_at',
    'amount_collected',
    'amount_verified',
    'amount_reported',
    'confirmed_count',
    'verified_count',
    'pending_count',
    'rejected_count',
    'suspension_reason',
    'notify',
    'closes_alone',
    'unique_cents',
  ],
  contributed_collections: [
    'id',
    'title',
    'description',
    'organiser_name',
    'suggested_amount',
    'total_amount',
    'deadline',
    'bank_account',
    'account_identifier',
    'cantidad_personas',
    'status',
    'created_at',
  ],
  contributions: [
    'id',
    'collection_id',
    'organiser_id',
    'contributor_id',
    'contributor_name',
    'contributor_folded',
    'contributor_email',
    'payment_method',
    'amount',
    'payment_date',
    'payment_status',
    'verified_at',
    'message',
    'rejection_reason',
    'transfer_id',
    'receipt_expected_at',
    'receipt_repeated',
    'version',
    'corrections',
    'unique_amount',
    'operation_number',
    'deleted_at',
  ],
  statement_matches: [
    'id',
    'organiser_id',
    'contribution_id',
    'line_id',
    'line_day',
    'line_amount',
    'part',
    'is_split',
    'reason',
    'is_automatic',
    'source',
    'as_is',
    'state_before',
    'matched_at',
    'undone_at',
  ],
  statement_keys: ['id', 'key'],
  people: [
    'id',
    'organiser_id',
    'collection_id',
    'name',
    'name_folded',
    'email',
    'phone',
    'position',
    'contribution_id',
    'missing_since',
  ],
} as const

export type SyncedTable = keyof typeof SYNCED_TABLES

export const SYNCED_TABLE_NAMES = Object.keys(SYNCED_TABLES) as SyncedTable[]

/** A stored row, column -> value, as JSON of Postgres. */
export type SyncedRow = { id: string } & Record<string, unknown>

/** Of a row only the id is checked: a batch can have thousands, and Postgres refuses wrong columns. */
const syncedRow = z.custom<SyncedRow>(
  (row) => typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string',
)

/** Changes of one table: current rows, and ids of deleted ones (S4). */
const tableChanges = z.object({ rows: z.array(syncedRow), gone: z.array(z.string()) })
export type TableChanges = z.infer<typeof tableChanges>

/**
 * The tables of a fill (S5). PostgreSQL's binary format costs little more than half of CSV's time at both ends;
 * programs of an earlier release ask for CSV. A program names the columns that it has, in its order, because a server
 * of a later release may have more. Earlier ones name none, and get all.
 */
export const SNAPSHOT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  binary: 'application/octet-stream',
} as const
export type SnapshotFormat = keyof typeof SNAPSHOT_TYPES

/** One event of the stream, applied as a whole in one transaction (S8). */
export interface Batch {
  /** The replica's position after this batch (S3). Opaque to the replica. */
  cursor: string
  tables: Partial<Record<SyncedTable, TableChanges>>
  /** Outcomes of this person's mutations that these rows include (S8). */
  outcomes: MutationOutcome[]
}

/** A replica ignores tables of a newer server. */
export const receivedBatch: z.ZodMiniType<Batch> = z.object({
  cursor: z.string(),
  tables: z.record(z.string(), tableChanges),
  outcomes: z.array(mutationOutcome),
})

/** The server cannot continue from the cursor: delete the replica, keep the outbox, start again (S5, S10). */
export interface Restart {
  restart: 'no-cursor' | 'other-epoch' | 'other-protocol' | 'other-person' | 'too-old'
}

/** A newer server may send a reason that this release does not know. */
export const receivedRestart = z.object({ restart: z.string() })
export type ReceivedRestart = z.infer<typeof receivedRestart>

/** The session, person or address has too many streams, and this was the oldest (S6). */
export const tooManyStreams = z.object({
  /** Seconds. A replica that reconnected at once would end another's stream. */
  retryAfter: z.number(),
})
export type TooManyStreams = z.infer<typeof tooManyStreams>

/** The response to a push: one outcome for each mutation, in order (S7), and a cursor that includes them all (S8). */
export const pushAnswer = z.object({
  /** The server lacks the position that the push names, and applied nothing (S7). */
  restart: z.optional(z.literal('other-epoch')),
  /** Missing when nothing was done, and from a server of an earlier release. */
  cursor: z.optional(z.string()),
  outcomes: z.array(mutationOutcome),
})
export type PushAnswer = z.infer<typeof pushAnswer>
