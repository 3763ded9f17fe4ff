-- Collections and contributions. Amounts are pesos with centavos, exact; deadlines are days in
-- Buenos Aires. Nothing is lost by a delete: deleted_at hides a row, and it can be undone (DESIGN 7).

create table collections (
  id uuid primary key,
  creator_id uuid not null references users on delete cascade,
  creator_email text not null,
  title text not null,
  -- The title without accents or capitals (shared/text.ts), to search and sort alike on every engine.
  title_folded text collate "C" not null,
  description text not null default '',
  suggested_amount numeric(14,2) not null check (suggested_amount >= 1),
  total_amount numeric(14,2) not null check (total_amount >= 1),
  deadline date not null,
  bank_account text not null,
  account_identifier text not null default '',
  cantidad_personas integer check (cantidad_personas >= 1),
  status text not null default 'abierta' check (status in ('abierta', 'cerrada')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  deleted_at timestamptz(3),

  -- Kept by the triggers below, never written by hand.
  amount_collected numeric(14,2) not null default 0,
  amount_verified numeric(14,2) not null default 0,
  amount_reported numeric(14,2) not null default 0,
  confirmed_count integer not null default 0,
  verified_count integer not null default 0,
  pending_count integer not null default 0,
  rejected_count integer not null default 0
);
create index collections_creator on collections (creator_id, title_folded);

create table contributions (
  id uuid primary key,
  collection_id uuid not null references collections on delete cascade,
  -- The collection's creator, kept beside the row so that a policy needs no look at another table.
  organiser_id uuid not null references users on delete cascade,
  contributor_id uuid references users on delete set null,
  contributor_name text not null,
  contributor_folded text collate "C" not null,
  contributor_email text,
  payment_method text not null
    check (payment_method in ('Transferencia', 'Manual', 'MercadoPago', 'MODO')),
  amount numeric(14,2) not null check (amount > 0),
  payment_date timestamptz(3) not null default now(),
  payment_status text not null check (payment_status in ('pending', 'confirmed', 'rejected')),
  verified_at timestamptz(3) check (verified_at is null or payment_status = 'confirmed'),
  transfer_id text,
  message text collate "C" not null default '',
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
-- One index for each order of the contributions table (specification 9), and one for each list by person.
create index contributions_by_date on contributions (collection_id, payment_date, id) where deleted_at is null;
create index contributions_by_name on contributions (collection_id, contributor_folded, id) where deleted_at is null;
create index contributions_by_amount on contributions (collection_id, amount, id) where deleted_at is null;
create index contributions_by_method on contributions (collection_id, payment_method, id) where deleted_at is null;
create index contributions_by_message on contributions (collection_id, left(message, 40), id) where deleted_at is null;
create index contributions_organiser on contributions (organiser_id, payment_date) where deleted_at is null;
create index contributions_contributor on contributions (contributor_id, payment_date) where contributor_id is not null;

-- Every statement that adds, changes or removes contributions moves its collections' totals with it.
-- An update is old rows leaving and new rows arriving.
create function contributions_arrive() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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

create function contributions_leave() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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

-- What anyone with the link may see of a collection (DESIGN 7): never an e-mail, never a contributor.
create view public_collections as
  select
    k.id, k.title, k.description, u.first_name as organiser_name,
    k.suggested_amount, k.total_amount, k.amount_collected, k.deadline,
    k.bank_account, k.account_identifier, k.cantidad_personas, k.status, k.created_at
  from collections k
  join users u on u.id = k.creator_id
  where k.deleted_at is null;

-- Outcomes of mutations: the same id twice is applied once and answered twice (S7).
create table mutations (
  id uuid primary key,
  person_id uuid not null references users on delete cascade,
  name text not null,
  outcome jsonb not null,
  applied_at timestamptz(3) not null default now()
);
create index mutations_applied on mutations (applied_at);
