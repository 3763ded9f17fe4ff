-- As on the server (migrations/server/0035). The rule of the mutations alone upholds here what the server's indexes and
-- constraints uphold there: a batch of the server's rows passes through states that they would refuse.
create table statement_matches (
  id uuid primary key,
  organiser_id uuid not null,
  contribution_id uuid not null,
  line_id text not null,
  line_day date not null,
  line_amount numeric(14,2) not null,
  part numeric(14,2) not null,
  is_split boolean not null,
  reason text not null,
  is_automatic boolean not null,
  source text not null,
  as_is boolean not null,
  state_before text not null,
  matched_at timestamptz(3) not null,
  undone_at timestamptz(3)
);

create table statement_keys (
  id uuid primary key,
  key text not null
);

-- As in 0004. A mutation that writes a match has read its contribution and collection, and the matches of its line,
-- whichever they are: the person's id stands for all matches, so that mutations of matches depend on each other.
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
  if tg_table_name = 'statement_matches' then
    insert into touches (mutation_id, row_id, writes)
    values (running, new.organiser_id, true)
    on conflict (mutation_id, row_id) do update set writes = true;
    insert into touches (mutation_id, row_id, writes)
    select running, r.id, false
    from contributions c, lateral (values (c.id), (c.collection_id)) r (id)
    where c.id = new.contribution_id
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger statement_matches_remembered after insert or update on statement_matches
  for each row execute function remember_before();
create trigger statement_keys_remembered after insert on statement_keys
  for each row execute function remember_before();
