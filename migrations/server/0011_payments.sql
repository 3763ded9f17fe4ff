-- Contributions that are paid through a provider (DESIGN 8). The contribution itself is a row like any
-- other; here stands what the provider and we know it by, and everything the provider ever said of it.
create table checkouts (
  contribution_id uuid primary key references contributions on delete cascade,
  provider text not null check (provider in ('MercadoPago', 'MODO')),
  reference text not null unique,
  -- Where it is paid. Null: the provider was asked for one and has not answered.
  url text,
  created_at timestamptz(3) not null,
  -- When the provider is asked what became of it; null: no more.
  next_check_at timestamptz(3)
);
create index checkouts_next_check on checkouts (next_check_at) where next_check_at is not null;

-- One checkout may see several attempts to pay. What is known of each is the newest by the provider's own
-- clock, however its answers reach us; together they decide where the contribution stands.
create table provider_payments (
  provider text not null,
  id text not null,
  contribution_id uuid not null references checkouts on delete cascade,
  -- unmatched: approved, but of another amount or currency than was asked for.
  state text not null check (state in ('pending', 'unmatched', 'rejected', 'approved', 'undone')),
  updated_at timestamptz(3) not null,
  primary key (provider, id)
);
create index provider_payments_contribution on provider_payments (contribution_id);

-- Notices that were acted upon, by the hash of their signature, for as long as they would count as new.
create table payment_notices (
  id text primary key,
  received_at timestamptz(3) not null
);
create index payment_notices_age on payment_notices (received_at);

-- No policy and no grant: no member sees any of them.
alter table checkouts enable row level security;
alter table provider_payments enable row level security;
alter table payment_notices enable row level security;
