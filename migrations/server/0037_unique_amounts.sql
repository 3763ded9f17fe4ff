-- A collection may ask each person for an amount of their own: a few centavos more, by which the organiser knows the
-- transfer. The amounts of one account are told apart across all collections of its organiser.
alter table collections add column unique_cents boolean not null default false;
grant insert (unique_cents), update (unique_cents) on collections to member;

-- The contribution is of the amount that was reserved for it.
alter table contributions add column unique_amount boolean not null default false;

create table reserved_amounts (
  contribution_id uuid primary key, -- the id that the report will have
  collection_id uuid not null references collections on delete cascade,
  organiser_id uuid not null references users on delete cascade,
  account text not null, -- normalised
  asked numeric(14,2) not null,
  amount numeric(14,2) not null,
  expires_at timestamptz(3), -- null once it is reported
  unique (organiser_id, account, amount)
);
create index reserved_amounts_collection on reserved_amounts (collection_id);
create index reserved_amounts_expiry on reserved_amounts (expires_at);
alter table reserved_amounts enable row level security;

create or replace view public_collections as
  select
    k.id, k.title, k.description, u.first_name as organiser_name,
    k.suggested_amount, k.total_amount, k.amount_collected, k.deadline,
    k.bank_account, k.account_identifier, k.cantidad_personas, k.status, k.created_at,
    k.suspended_at is not null as is_suspended, k.confirmed_count, k.closes_alone, k.unique_cents
  from collections k
  join users u on u.id = k.creator_id
  where k.deleted_at is null;
