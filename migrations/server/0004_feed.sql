-- The change feed (S2): who must hear of which row, and in which transaction it changed. It says
-- that a row changed, never how: readers send the row as it is then (S4).

create table feed (
  -- With the whole snapshot as cursor, xid finds every change and never waits for a slow writer (S3).
  xid xid8 not null default pg_current_xact_id(),
  person_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  changed_at timestamptz(3) not null default now()
);
create index feed_by_person on feed (person_id, xid);
create index feed_by_xid on feed (xid);
create index feed_by_age on feed (changed_at);

-- xids start again in a restored cluster: a restore renews the epoch, and every copy starts again.
create table sync_state (
  only_one boolean primary key default true check (only_one),
  epoch uuid not null default gen_random_uuid(),
  -- Cursors from before this moment have lost lines of the feed.
  trimmed_at timestamptz(3) not null default '-infinity'
);
insert into sync_state default values;

create index contributions_of_members on contributions (collection_id) where contributor_id is not null;

create function feed_contributions_inserted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed (person_id, table_name, row_id)
  select n.organiser_id, 'contributions', n.id from arriving n
  union
  select n.contributor_id, 'contributions', n.id from arriving n where n.contributor_id is not null
  union
  select n.contributor_id, 'contributed_collections', n.collection_id
  from arriving n where n.contributor_id is not null;
  return null;
end $$;

create function feed_contributions_updated() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed (person_id, table_name, row_id)
  select b.organiser_id, 'contributions', b.id
  from (table arriving union all table leaving) b
  union
  select b.contributor_id, t.name, case t.name when 'contributions' then b.id else b.collection_id end
  from (table arriving union all table leaving) b
  cross join (values ('contributions'), ('contributed_collections')) t (name)
  where b.contributor_id is not null;
  return null;
end $$;

create function feed_contributions_deleted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed (person_id, table_name, row_id)
  select o.organiser_id, 'contributions', o.id from leaving o
  union
  select o.contributor_id, t.name, case t.name when 'contributions' then o.id else o.collection_id end
  from leaving o
  cross join (values ('contributions'), ('contributed_collections')) t (name)
  where o.contributor_id is not null;
  return null;
end $$;

create trigger contributions_feed_inserted after insert on contributions
  referencing new table as arriving for each statement execute function feed_contributions_inserted();
create trigger contributions_feed_updated after update on contributions
  referencing new table as arriving old table as leaving
  for each statement execute function feed_contributions_updated();
create trigger contributions_feed_deleted after delete on contributions
  referencing old table as leaving for each statement execute function feed_contributions_deleted();

create function feed_collection() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed uuid := coalesce(new.id, old.id);
begin
  insert into feed (person_id, table_name, row_id)
  values (coalesce(new.creator_id, old.creator_id), 'collections', changed);
  -- Contributors hold the public columns alone: totals, which move with every report, are not theirs.
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (
    new.title, new.description, new.suggested_amount, new.total_amount, new.deadline,
    new.bank_account, new.account_identifier, new.cantidad_personas, new.status, new.deleted_at
  ) is distinct from (
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

create trigger collections_feed after insert or update or delete on collections
  for each row execute function feed_collection();

create function feed_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed (person_id, table_name, row_id) values (new.id, 'users', new.id);
  if tg_op = 'UPDATE' and new.first_name is distinct from old.first_name then
    insert into feed (person_id, table_name, row_id)
    select distinct c.contributor_id, 'contributed_collections', c.collection_id
    from contributions c
    where c.organiser_id = new.id and c.contributor_id is not null;
  end if;
  return null;
end $$;

create trigger users_feed after insert or update on users
  for each row execute function feed_user();

create function feed_mutation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed (person_id, table_name, row_id) values (new.person_id, 'mutations', new.id);
  return null;
end $$;

create trigger mutations_feed after insert on mutations
  for each row execute function feed_mutation();

alter table feed enable row level security;
create policy own_feed on feed for select to member using (person_id = (select app_person()));
grant select on feed to member;
alter table sync_state enable row level security;
create policy anyones_epoch on sync_state for select to member using (true);
grant select on sync_state to member;
