-- One person's copy, in their browser (DESIGN 4). The tables of shared/sync.ts, like the server's but
-- slim: no rules beyond what upholds them there already, and no index but the keys; the others are
-- built after the first copy (web/replica/copy-indexes.ts).

-- When the running mutation happened (S7). It runs again whenever something else arrives, and its
-- moment must not move then.
create function mutation_moment() returns timestamptz
  language sql stable as $$
    select coalesce(nullif(current_setting('app.moment', true), '')::timestamptz, now())
  $$;

create table users (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  default_bank_account text,
  updated_at timestamptz(3)
);

create table collections (
  id uuid primary key,
  creator_id uuid not null,
  creator_email text not null,
  title text not null,
  title_folded text collate "C" not null,
  description text not null default '',
  suggested_amount numeric(14,2) not null,
  total_amount numeric(14,2) not null,
  deadline date not null,
  bank_account text not null,
  account_identifier text not null default '',
  cantidad_personas integer,
  status text not null default 'abierta',
  created_at timestamptz(3) not null default mutation_moment(),
  updated_at timestamptz(3),
  deleted_at timestamptz(3),
  amount_collected numeric(14,2) not null default 0,
  amount_verified numeric(14,2) not null default 0,
  amount_reported numeric(14,2) not null default 0,
  confirmed_count integer not null default 0,
  verified_count integer not null default 0,
  pending_count integer not null default 0,
  rejected_count integer not null default 0
);

-- What the server answers from a view: the public columns of the collections a person contributed to.
create table contributed_collections (
  id uuid primary key,
  title text not null,
  description text not null,
  organiser_name text not null,
  suggested_amount numeric(14,2) not null,
  total_amount numeric(14,2) not null,
  deadline date not null,
  bank_account text not null,
  account_identifier text not null,
  cantidad_personas integer,
  status text not null,
  created_at timestamptz(3) not null
);

create table contributions (
  id uuid primary key,
  collection_id uuid not null,
  organiser_id uuid not null,
  contributor_id uuid,
  contributor_name text not null,
  contributor_folded text collate "C" not null,
  contributor_email text,
  payment_method text not null,
  amount numeric(14,2) not null,
  payment_date timestamptz(3) not null default mutation_moment(),
  payment_status text not null,
  verified_at timestamptz(3),
  message text collate "C" not null default '',
  deleted_at timestamptz(3)
);

-- A mutation moves the totals of its collection here as it will on the server (migrations/server/0002):
-- an update is old rows leaving and new rows arriving.
create function contributions_arrive() returns trigger language plpgsql as $$
begin
  update collections k set
    amount_collected = k.amount_collected + n.collected,
    amount_verified = k.amount_verified + n.verified,
    amount_reported = k.amount_reported + n.reported,
    confirmed_count = k.confirmed_count + n.confirmed_rows,
    verified_count = k.verified_count + n.verified_rows,
    pending_count = k.pending_count + n.pending_rows,
    rejected_count = k.rejected_count + n.rejected_rows
  from (
    select
      collection_id,
      coalesce(sum(amount) filter (where payment_status = 'confirmed'), 0) as collected,
      coalesce(sum(amount) filter (where verified_at is not null), 0) as verified,
      sum(amount) as reported,
      count(*) filter (where payment_status = 'confirmed') as confirmed_rows,
      count(*) filter (where verified_at is not null) as verified_rows,
      count(*) filter (where payment_status = 'pending') as pending_rows,
      count(*) filter (where payment_status = 'rejected') as rejected_rows
    from arriving
    where deleted_at is null
    group by collection_id
  ) n
  where k.id = n.collection_id;
  return null;
end $$;

create function contributions_leave() returns trigger language plpgsql as $$
begin
  update collections k set
    amount_collected = k.amount_collected - o.collected,
    amount_verified = k.amount_verified - o.verified,
    amount_reported = k.amount_reported - o.reported,
    confirmed_count = k.confirmed_count - o.confirmed_rows,
    verified_count = k.verified_count - o.verified_rows,
    pending_count = k.pending_count - o.pending_rows,
    rejected_count = k.rejected_count - o.rejected_rows
  from (
    select
      collection_id,
      coalesce(sum(amount) filter (where payment_status = 'confirmed'), 0) as collected,
      coalesce(sum(amount) filter (where verified_at is not null), 0) as verified,
      sum(amount) as reported,
      count(*) filter (where payment_status = 'confirmed') as confirmed_rows,
      count(*) filter (where verified_at is not null) as verified_rows,
      count(*) filter (where payment_status = 'pending') as pending_rows,
      count(*) filter (where payment_status = 'rejected') as rejected_rows
    from leaving
    where deleted_at is null
    group by collection_id
  ) o
  where k.id = o.collection_id;
  return null;
end $$;

create trigger contributions_inserted after insert on contributions
  referencing new table as arriving for each statement execute function contributions_arrive();
create trigger contributions_changed_from after update on contributions
  referencing old table as leaving for each statement execute function contributions_leave();
create trigger contributions_changed_to after update on contributions
  referencing new table as arriving for each statement execute function contributions_arrive();
create trigger contributions_deleted after delete on contributions
  referencing old table as leaving for each statement execute function contributions_leave();

-- What the copy has seen, opaque (S3). Null until it was filled: written with the rows it stands for.
create table replica_state (
  only_one boolean primary key default true check (only_one),
  cursor text
);
insert into replica_state default values;

-- The rows that mutations have changed here and the server has not confirmed yet, as they were before
-- (S8); `before` is null for a row that was not there. Rows of the server are written with
-- session_replication_role = replica, under which no trigger fires: neither these nor the totals.
create table undo (
  table_name text not null,
  row_id uuid not null,
  before jsonb,
  primary key (table_name, row_id)
);

create function remember_before() returns trigger language plpgsql as $$
begin
  insert into undo (table_name, row_id, before)
  values (
    tg_table_name,
    coalesce(new.id, old.id),
    case when tg_op <> 'INSERT' then to_jsonb(old) end
  )
  -- The first image is that of the server's row; later ones already hold local changes.
  on conflict (table_name, row_id) do nothing;
  return null;
end $$;

create trigger users_remembered after insert or update or delete on users
  for each row execute function remember_before();
create trigger collections_remembered after insert or update or delete on collections
  for each row execute function remember_before();
create trigger contributed_collections_remembered
  after insert or update or delete on contributed_collections
  for each row execute function remember_before();
create trigger contributions_remembered after insert or update or delete on contributions
  for each row execute function remember_before();

-- Puts every remembered row back as it was. To be called with session_replication_role = replica.
create procedure undo_local_changes() language plpgsql as $$
declare
  changed text;
begin
  for changed in select distinct u.table_name from undo u loop
    execute format('delete from %I t using undo u where u.table_name = %L and u.row_id = t.id', changed, changed);
    execute format(
      'insert into %1$I
       select r.* from undo u, jsonb_populate_record(null::%1$I, u.before) r
       where u.table_name = %1$L and u.before is not null',
      changed
    );
  end loop;
  delete from undo;
end $$;
