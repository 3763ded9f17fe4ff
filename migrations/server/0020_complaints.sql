-- What strangers say of a collection. An administrator looks at it, and may suspend the collection: then nobody
-- reports to it, and its public page asks nobody to transfer.
alter table collections
  add column suspended_at timestamptz(3),
  -- As its organiser reads it.
  add column suspension_reason text,
  add constraint suspended_with_reason check ((suspended_at is null) = (suspension_reason is null));

create or replace view public_collections as
  select
    k.id, k.title, k.description, u.first_name as organiser_name,
    k.suggested_amount, k.total_amount, k.amount_collected, k.deadline,
    k.bank_account, k.account_identifier, k.cantidad_personas, k.status, k.created_at,
    k.suspended_at is not null as is_suspended
  from collections k
  join users u on u.id = k.creator_id
  where k.deleted_at is null;

create table complaints (
  id uuid primary key,
  collection_id uuid not null references collections on delete cascade,
  reason text not null check (reason in ('fraud', 'impersonation', 'offensive', 'other')),
  details text not null,
  created_at timestamptz(3) not null
);
create index complaints_collection on complaints (collection_id, created_at);

-- No policy and no grant: no member sees any of them.
alter table complaints enable row level security;
