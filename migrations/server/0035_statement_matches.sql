-- A credit of the organiser's bank statement and the contribution that it pays, or a part of it. The statement never
-- leaves the device: a line is an id, a day and an amount. `line_id` is an HMAC by the person's own key. A match is live
-- until `undone_at`, and while its contribution and collection are not deleted (shared/mutations/statement-matches.ts).
create table statement_matches (
  id uuid primary key,
  organiser_id uuid not null references users on delete cascade,
  contribution_id uuid not null references contributions on delete cascade,
  line_id text not null check (line_id ~ '^[A-Za-z0-9_-]{43}$'),
  line_day date not null,
  line_amount numeric(14,2) not null check (line_amount > 0),
  part numeric(14,2) not null check (part > 0 and part <= line_amount),
  -- One line pays several contributions.
  is_split boolean not null default false,
  reason text not null
    check (reason in ('operation', 'unique-amount', 'cuit', 'name', 'amount', 'by-hand', 'created')),
  is_automatic boolean not null,
  -- The format of the statement.
  source text not null check (length(source) <= 40),
  -- The organiser accepts the part for the whole contribution, although it is less.
  as_is boolean not null default false,
  -- Of the contribution, before the first of its live matches.
  state_before text not null check (state_before in ('confirmed', 'verified', 'pending', 'rejected')),
  matched_at timestamptz(3) not null,
  undone_at timestamptz(3)
);
create unique index statement_matches_line on statement_matches (organiser_id, line_id)
  where undone_at is null and not is_split;
create unique index statement_matches_pair on statement_matches (contribution_id, line_id)
  where undone_at is null;
create index statement_matches_open_line on statement_matches (organiser_id, line_id) where undone_at is null;
create index statement_matches_contribution on statement_matches (contribution_id);
create index statement_matches_day on statement_matches (organiser_id, line_day);

create function check_parts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Two processes may match parts of one line at the same moment, and do not see each other's.
  perform pg_advisory_xact_lock(hashtextextended(new.organiser_id || new.line_id, 0));
  perform from statement_matches
  where organiser_id = new.organiser_id and line_id = new.line_id and undone_at is null
  having count(*) > 1 and not bool_and(is_split)
    or sum(part) > min(line_amount)
    or min(line_amount) < max(line_amount);
  if found then
    raise exception 'the parts of line % do not fit', new.line_id
      using errcode = 'check_violation', constraint = 'statement_matches_parts';
  end if;
  return null;
end $$;

create constraint trigger statement_matches_parts after insert or update on statement_matches
  deferrable initially deferred
  for each row when (new.undone_at is null) execute function check_parts();

-- The key of the ids of lines, 32 bytes in base64url: a person's devices know the same lines by it.
create table statement_keys (
  id uuid primary key references users on delete cascade,
  key text not null check (key ~ '^[A-Za-z0-9_-]{43}$')
);

alter table statement_matches enable row level security;
grant select, insert, update (undone_at) on statement_matches to member;
create policy own_matches on statement_matches for all to member
  using (organiser_id = (select app_person()))
  with check (
    organiser_id = (select app_person())
    and exists (
      select from contributions c
      where c.id = contribution_id and c.organiser_id = (select app_person())
    )
  );

alter table statement_keys enable row level security;
grant select, insert on statement_keys to member;
create policy own_key on statement_keys for all to member using (id = (select app_person()));

-- A credit that nobody reported becomes a verified transfer, written down by the organiser.
drop policy manual_contributions on contributions;
create policy added_contributions on contributions for insert to member
  with check (
    organiser_id = (select app_person())
    and (payment_method = 'Manual' or payment_method = 'Transferencia' and verified_at is not null)
    and exists (select from collections k where k.id = collection_id)
  );

create function feed_statement_matches() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed (person_id, table_name, row_id)
  select c.organiser_id, 'statement_matches', c.id from changed c;
  return null;
end $$;

create trigger statement_matches_feed_inserted after insert on statement_matches
  referencing new table as changed for each statement execute function feed_statement_matches();
create trigger statement_matches_feed_updated after update on statement_matches
  referencing new table as changed for each statement execute function feed_statement_matches();
create trigger statement_matches_feed_deleted after delete on statement_matches
  referencing old table as changed for each statement execute function feed_statement_matches();

create function feed_statement_key() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed (person_id, table_name, row_id) values (new.id, 'statement_keys', new.id);
  return null;
end $$;

create trigger statement_keys_feed after insert or update on statement_keys
  for each row execute function feed_statement_key();
