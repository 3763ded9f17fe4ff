-- As on the server (migrations/server/0039), without its constraints: a batch of the server's rows passes through states
-- that they would refuse.
create table people (
  id uuid primary key,
  organiser_id uuid not null,
  collection_id uuid not null,
  name text not null,
  email text,
  phone text,
  position int not null,
  contribution_id uuid,
  missing_since timestamptz(3)
);

-- As in 0010. A mutation that writes people has read their collection and contribution, and how many people there are.
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
  if tg_table_name in ('statement_matches', 'people') then
    insert into touches (mutation_id, row_id, writes)
    values (running, coalesce(new.organiser_id, old.organiser_id), true)
    on conflict (mutation_id, row_id) do update set writes = true;
    insert into touches (mutation_id, row_id, writes)
    select running, r.id, false
    from contributions c, lateral (values (c.id), (c.collection_id)) r (id)
    where c.id = coalesce(new.contribution_id, old.contribution_id)
    on conflict do nothing;
  end if;
  if tg_table_name = 'people' then
    insert into touches (mutation_id, row_id, writes)
    values (running, coalesce(new.collection_id, old.collection_id), false)
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger people_remembered after insert or update or delete on people
  for each row execute function remember_before();
