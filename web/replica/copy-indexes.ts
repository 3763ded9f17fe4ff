/*
 * The indexes of a copy: those of the server (migrations/server) that its queries walk. They are
 * built after the rows are in, which is faster than with them (S5, FACTS).
 */
const INDEXES = {
  collections_creator: 'collections (creator_id, title_folded)',
  contributions_by_date: 'contributions (collection_id, payment_date, id) where deleted_at is null',
  contributions_by_name:
    'contributions (collection_id, contributor_folded, id) where deleted_at is null',
  contributions_by_amount: 'contributions (collection_id, amount, id) where deleted_at is null',
  contributions_by_method:
    'contributions (collection_id, payment_method, id) where deleted_at is null',
  contributions_by_message:
    'contributions (collection_id, left(message, 40), id) where deleted_at is null',
  contributions_organiser: 'contributions (organiser_id, payment_date) where deleted_at is null',
  contributions_contributor:
    'contributions (contributor_id, payment_date) where contributor_id is not null',
}

export const DROP_INDEXES = `drop index if exists ${Object.keys(INDEXES).join(', ')}`

export const CREATE_INDEXES = Object.entries(INDEXES)
  .map(([name, definition]) => `create index ${name} on ${definition}`)
  .join(';\n')
