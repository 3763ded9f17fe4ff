/*
 * The indexes of a replica: those of the server (migrations/server) that its queries use. A fill builds them
 * and the primary keys after the rows, which is faster (S5).
 */
import { SYNCED_TABLE_NAMES } from '../../shared/sync.ts'

const INDEXES = {
  collections_creator: 'collections (creator_id, title_folded)',
  contributions_by_date: 'contributions (collection_id, payment_date, id) where deleted_at is null',
  contributions_contributor:
    'contributions (contributor_id, payment_date) where contributor_id is not null',
  statement_matches_contribution: 'statement_matches (contribution_id)',
  statement_matches_line: 'statement_matches (line_id) where undone_at is null',
  statement_matches_day: 'statement_matches (organiser_id, line_day)',
  people_collection: 'people (collection_id, position, id)',
}

/** The first screens do without these, and they take longest to build. A first fill does not wait for them. */
const LATER_INDEXES = {
  contributions_by_name:
    'contributions (collection_id, contributor_folded, id) where deleted_at is null',
  contributions_organiser: 'contributions (organiser_id, payment_date) where deleted_at is null',
  contributions_by_amount: 'contributions (collection_id, amount, id) where deleted_at is null',
  contributions_by_method:
    'contributions (collection_id, payment_method, id) where deleted_at is null',
  contributions_by_message:
    'contributions (collection_id, left(message, 40), id) where deleted_at is null',
  contributions_hidden:
    'contributions (collection_id, payment_date, id) where deleted_at is not null',
  // The earlier contributions of an address, for a review. The server finds them by the address alone.
  contributions_by_email:
    'contributions (organiser_id, contributor_email, payment_date, id) where deleted_at is null',
  // A rare substring among 100,000 in 2 ms instead of 28.
  contributions_found: 'contributions using gin (contributor_folded gin_trgm_ops)',
  people_found: 'people using gin (name_folded gin_trgm_ops)',
}

/** Tables that record what local mutations changed on top of the server's rows (migrations/browser). */
export const LOCAL_TABLES = ['undo', 'local_mutations', 'touches']

/** To run before a COPY into empty tables. */
export const DROP_INDEXES = `
  drop index if exists ${Object.keys({ ...INDEXES, ...LATER_INDEXES }).join(', ')};
  ${SYNCED_TABLE_NAMES.map((table) => `alter table ${table} drop constraint ${table}_pkey`).join(';')}`

/** To run after it. The statistics sample 3,000 rows instead of 30,000, which gives the same plans. */
export const CREATE_INDEXES = `
  ${SYNCED_TABLE_NAMES.map((table) => `alter table ${table} add primary key (id)`).join(';')};
  ${statementsFor(INDEXES).join(';')};
  set local default_statistics_target = 10;
  analyze ${SYNCED_TABLE_NAMES.join(', ')}`

/**
 * To run when the replica is idle, one statement at a time, so that queries run in between. They cost nothing
 * when the indexes exist. The engine needs pg_trgm.
 */
export const CREATE_LATER_INDEXES = [
  'create extension if not exists pg_trgm',
  ...statementsFor(LATER_INDEXES),
]

/**
 * To run when the replica is idle: makes the space of replaced rows usable again. PGlite has no autovacuum. At
 * 100,000 rows it takes 4 ms after few changes and 130 ms after many.
 */
export const VACUUM = [...SYNCED_TABLE_NAMES, ...LOCAL_TABLES, 'replica_state'].map(
  (table) => `vacuum ${table}`,
)

function statementsFor(indexes: Record<string, string>): string[] {
  return Object.entries(indexes).map(
    ([name, definition]) => `create index if not exists ${name} on ${definition}`,
  )
}
