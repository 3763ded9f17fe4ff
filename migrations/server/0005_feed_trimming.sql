-- The feed is not kept for ever (S5). Which cursors a trimmed line is missing for is told by
-- transactions, not by clocks: a slow writer's line looks older than a cursor that has not seen it.

alter table sync_state drop column trimmed_at;
-- The newest transaction of which a line was removed: a cursor that sees all up to it misses nothing.
alter table sync_state add column trimmed_xid xid8 not null default '0';

-- After a backup was put back: xids may have started again, so neither lines nor cursors from before
-- mean anything, and every copy starts again (S5).
create function renew_epoch() returns void
  language sql as $$
    delete from feed;
    update sync_state set epoch = gen_random_uuid(), trimmed_xid = '0';
  $$;
revoke execute on function renew_epoch() from public;

-- As in 0004, and whoever loses sight of a collection hears of it like whoever gets it (S12).
create or replace function feed_collection() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed uuid := coalesce(new.id, old.id);
begin
  insert into feed (person_id, table_name, row_id)
  select distinct concerned, 'collections', changed
  from unnest(array[new.creator_id, old.creator_id]) concerned
  where concerned is not null;
  -- Contributors hold the public columns alone: totals, which move with every report, are not theirs.
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (
    new.creator_id,
    new.title, new.description, new.suggested_amount, new.total_amount, new.deadline,
    new.bank_account, new.account_identifier, new.cantidad_personas, new.status, new.deleted_at
  ) is distinct from (
    old.creator_id,
    old.title, old.description, old.suggested_amount, old.total_amount, old.deadline,
    old.bank_account, old.account_identifier, old.cantidad_personas, old.status, old.deleted_at
  ) then
    insert into feed (person_id, table_name, row_id)
    select distinct c.contributor_id, 'contributed_collections', changed
    from contributions c
    where c.collection_id = changed and c.contributor_id is not null;
  end if;
  return null;
end $$;
