-- One rule for receipt_repeated: another contribution of the collection has the same file, and neither of the two is
-- hidden (R6). The trigger of 0048 and the server, when it attaches a receipt, had one each: whether a hidden contribution
-- was marked depended on which came first. The caller locks the rows.
create function mark_repeated(ids uuid[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update contributions c set receipt_repeated = not c.receipt_repeated
    from receipts r
    where c.id = any(ids) and r.contribution_id = c.id
      and c.receipt_repeated <> (
        c.deleted_at is null and exists (
          select from receipts o join contributions d on d.id = o.contribution_id and d.deleted_at is null
          where o.collection_id = r.collection_id and o.sha256 = r.sha256 and o.contribution_id <> c.id
        )
      )
  $$;
revoke execute on function mark_repeated(uuid[]) from public;

create or replace function mark_repeated_receipts() returns trigger
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
  perform mark_repeated(alike);
  return null;
end $$;

select mark_repeated(array(select contribution_id from receipts));
