-- The mutations that ran on top of the server's rows, and the rows each one wrote or read: a batch
-- undoes and runs again only the mutations that depend on what it brings (S8).
create table local_mutations (
  id uuid primary key
);

create table touches (
  mutation_id uuid not null,
  row_id uuid not null,
  writes boolean not null,
  primary key (mutation_id, row_id)
);
create index touches_row on touches (row_id);

-- A collection's totals follow from its contributions: no mutation writes or reads them by itself.
create function without_totals(collection jsonb) returns jsonb
  language sql immutable as $$
    select collection - array[
      'amount_collected', 'amount_verified', 'amount_reported',
      'confirmed_count', 'verified_count', 'pending_count', 'rejected_count'
    ]
  $$;

-- app.mutation is the id of the running mutation. A mutation that writes a contribution has read its
-- collection.
create or replace function remember_before() returns trigger language plpgsql as $$
declare
  running uuid := current_setting('app.mutation')::uuid;
begin
  insert into undo (table_name, row_id, before)
  values (
    tg_table_name,
    coalesce(new.id, old.id),
    case when tg_op <> 'INSERT' then to_jsonb(old) end
  )
  -- The first image is that of the server's row; later ones already hold local changes.
  on conflict (table_name, row_id) do nothing;
  insert into touches (mutation_id, row_id, writes)
  values (running, coalesce(new.id, old.id), true)
  on conflict (mutation_id, row_id) do update set writes = true;
  if tg_table_name = 'contributions' then
    insert into touches (mutation_id, row_id, writes)
    values (running, coalesce(new.collection_id, old.collection_id), false)
    on conflict do nothing;
  end if;
  return null;
end $$;

create function remember_totals() returns trigger language plpgsql as $$
begin
  insert into undo (table_name, row_id, before)
  values (tg_table_name, old.id, to_jsonb(old))
  on conflict (table_name, row_id) do nothing;
  return null;
end $$;

drop trigger collections_remembered on collections;
create trigger collections_remembered after insert or delete on collections
  for each row execute function remember_before();
create trigger collections_changed after update on collections
  for each row
  when (without_totals(to_jsonb(old)) is distinct from without_totals(to_jsonb(new)))
  execute function remember_before();
create trigger collections_recounted after update on collections
  for each row
  when (without_totals(to_jsonb(old)) is not distinct from without_totals(to_jsonb(new)))
  execute function remember_totals();

-- Returns the mutations to undo when some leave the queue and the server brings some rows: these, those
-- that touched the rows, those without any effect, which may have one on other rows, and all that share
-- a row with one of them if either of the two writes it.
create function affected_mutations(leaving uuid[], changed_rows uuid[]) returns setof uuid
  language sql stable as $$
    with recursive reached (mutation_id, row_id, is_written) as (
      select first.id, null::uuid, null::boolean
      from (
        select unnest(leaving) as id
        union
        select m.id from local_mutations m
        where not exists (select from touches t where t.mutation_id = m.id)
        union
        select t.mutation_id from touches t where t.row_id = any (changed_rows)
      ) first
      union
      -- From a mutation to its rows, and from a row to its mutations.
      select next.mutation_id, next.row_id, next.is_written
      from reached r
      cross join lateral (
        select null::uuid as mutation_id, t.row_id, t.writes as is_written
        from touches t
        where t.mutation_id = r.mutation_id
        union all
        select t.mutation_id, null, null
        from touches t
        where t.row_id = r.row_id and (r.is_written or t.writes)
      ) next
    )
    select mutation_id from reached where mutation_id is not null
  $$;

-- The procedures below are to be called with session_replication_role = replica, under which no
-- trigger fires.
drop procedure undo_local_changes();

-- Puts the rows that these mutations wrote back as the server has them. No other mutation may have
-- written one of them.
create procedure undo_mutations(ids uuid[]) language plpgsql as $$
declare
  changed text;
  written uuid[] := array(
    select distinct t.row_id from touches t where t.writes and t.mutation_id = any (ids)
  );
begin
  for changed in select distinct u.table_name from undo u where u.row_id = any (written) loop
    execute format(
      'delete from %1$I t using undo u
       where u.table_name = %1$L and u.row_id = t.id and u.row_id = any ($1)',
      changed
    ) using written;
    execute format(
      'insert into %1$I
       select r.* from undo u, jsonb_populate_record(null::%1$I, u.before) r
       where u.table_name = %1$L and u.before is not null and u.row_id = any ($1)',
      changed
    ) using written;
  end loop;
  delete from undo u where u.row_id = any (written);
  delete from touches t where t.mutation_id = any (ids);
  delete from local_mutations m where m.id = any (ids);
end $$;

-- Totals that local contributions moved: the server's, and what its contributions differ by here.
create procedure recount_totals() language sql as $$
  with moved as (
    select
      c.collection_id,
      sum(sign * c.amount) filter (where c.payment_status = 'confirmed') as collected,
      sum(sign * c.amount) filter (where c.verified_at is not null) as verified,
      sum(sign * c.amount) as reported,
      sum(sign) filter (where c.payment_status = 'confirmed') as confirmed_rows,
      sum(sign) filter (where c.verified_at is not null) as verified_rows,
      sum(sign) filter (where c.payment_status = 'pending') as pending_rows,
      sum(sign) filter (where c.payment_status = 'rejected') as rejected_rows
    from (
      select 1 as sign, c.*
      from undo u
      join contributions c on c.id = u.row_id
      where u.table_name = 'contributions'
      union all
      select -1, b.*
      from undo u, jsonb_populate_record(null::contributions, u.before) b
      where u.table_name = 'contributions' and u.before is not null
    ) c
    where c.deleted_at is null
    group by c.collection_id
  )
  update collections k set
    amount_collected = s.amount_collected + coalesce(m.collected, 0),
    amount_verified = s.amount_verified + coalesce(m.verified, 0),
    amount_reported = s.amount_reported + coalesce(m.reported, 0),
    confirmed_count = s.confirmed_count + coalesce(m.confirmed_rows, 0),
    verified_count = s.verified_count + coalesce(m.verified_rows, 0),
    pending_count = s.pending_count + coalesce(m.pending_rows, 0),
    rejected_count = s.rejected_count + coalesce(m.rejected_rows, 0)
  from undo u
  cross join lateral jsonb_populate_record(null::collections, u.before) s
  left join moved m on m.collection_id = u.row_id
  where u.table_name = 'collections' and u.before is not null and k.id = u.row_id;

  delete from undo u
  where u.table_name = 'collections'
    and not exists (select from touches t where t.row_id = u.row_id);
$$;
