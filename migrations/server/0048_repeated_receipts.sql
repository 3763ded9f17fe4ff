-- The file of a hidden contribution does not mark another one as repeated (R6): a guest who reported twice withdraws one.
create function mark_repeated_receipts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed uuid[] := array(
    select a.id
    from arriving a join leaving l on l.id = a.id
    where (a.deleted_at is null) <> (l.deleted_at is null)
  );
  alike uuid[];
begin
  if cardinality(changed) = 0 then return null; end if;
  alike := array(
    select distinct o.contribution_id
    from receipts r join receipts o on o.collection_id = r.collection_id and o.sha256 = r.sha256
    where r.contribution_id = any(changed)
  );
  perform from contributions where id = any(alike) order by id for no key update;
  update contributions c set receipt_repeated = not c.receipt_repeated
  from receipts r
  where c.id = any(alike) and r.contribution_id = c.id
    and c.receipt_repeated <> exists (
      select from receipts o join contributions d on d.id = o.contribution_id and d.deleted_at is null
      where o.collection_id = r.collection_id and o.sha256 = r.sha256 and o.contribution_id <> c.id
    );
  return null;
end $$;

-- Triggers run in the order of their names: this one before those that lock the collection, as everywhere.
create trigger contributions_are_repeated after update on contributions
  referencing new table as arriving old table as leaving
  for each statement execute function mark_repeated_receipts();

update contributions c set receipt_repeated = false
from receipts r
where c.receipt_repeated and r.contribution_id = c.id
  and not exists (
    select from receipts o join contributions d on d.id = o.contribution_id and d.deleted_at is null
    where o.collection_id = r.collection_id and o.sha256 = r.sha256 and o.contribution_id <> c.id
  );
