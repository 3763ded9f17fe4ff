-- Search finds names by the index of trigrams that replicas have, too. Under policies an index may compare only by a
-- leakproof function. LIKE is not marked as one, because it refuses a pattern that ends with a backslash; ours are
-- escaped (shared/paging.ts), and a member runs no SQL of others. This needs a superuser and PostgreSQL's contrib
-- modules. Without them a search reads each name of the collection and finds the same.
do $$
begin
  alter function pg_catalog.textlike(text, text) leakproof;
  create extension if not exists pg_trgm;
  -- A search reads the pending list from end to end, so it is short.
  create index contributions_found on contributions using gin (contributor_folded gin_trgm_ops)
    with (gin_pending_list_limit = 256);
exception
  when insufficient_privilege or feature_not_supported or undefined_file then null;
end $$;

-- With all columns that a page by date checks, so that it skips the rows before it without reading them. For the
-- deletion of a collection, which looks for hidden rows too (0017), the index of another order has all rows now.
drop index contributions_by_date, contributions_by_message;
create index contributions_by_date on contributions (collection_id, payment_date, id)
  include (organiser_id, contributor_id) where deleted_at is null;
create index contributions_by_message on contributions (collection_id, left(message, 40), id);
