-- A picture that the organiser chose, in place of the drawn one. It is not part of the replicas, because a row of a
-- collection is sent again with each contribution.
create table collection_pictures (
  collection_id uuid primary key references collections on delete cascade,
  jpeg text not null, -- base64
  version text not null -- a hash of the picture, part of its address
);
alter table collection_pictures enable row level security;

create or replace view public_collections as
  select
    k.id, k.title, k.description, u.first_name as organiser_name,
    k.suggested_amount, k.total_amount, k.amount_collected, k.deadline,
    k.bank_account, k.account_identifier, k.cantidad_personas, k.status, k.created_at,
    k.suspended_at is not null as is_suspended, k.confirmed_count, k.closes_alone, k.unique_cents,
    p.version as picture
  from collections k
  join users u on u.id = k.creator_id
  left join collection_pictures p on p.collection_id = k.id
  where k.deleted_at is null;
