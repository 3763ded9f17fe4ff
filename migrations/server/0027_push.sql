-- Devices that show new contributions to a collection. A device has one subscription of its browser, and its session
-- stands for it: signing out ends both. Nothing wrote to this table before.
delete from notification_subscriptions;
alter table notification_subscriptions
  drop constraint notification_subscriptions_pkey,
  add column session_id text not null references sessions on delete cascade,
  add column collection_id uuid not null references collections on delete cascade,
  add column endpoint text not null,
  add column p256dh text not null,
  add column auth text not null,
  add primary key (session_id, collection_id);
create index notification_subscriptions_collection on notification_subscriptions (collection_id);
create index notification_subscriptions_endpoint on notification_subscriptions (endpoint);
create index notification_subscriptions_user on notification_subscriptions (user_id);

-- As arrivals, for devices.
create table push_arrivals (
  contribution_id uuid primary key references contributions on delete cascade,
  collection_id uuid not null references collections on delete cascade
);
create index push_arrivals_collection on push_arrivals (collection_id);
alter table push_arrivals enable row level security;

create or replace function note_arrivals() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_person() is not null then return null; end if;
  insert into arrivals (contribution_id, collection_id)
  select a.id, a.collection_id
  from arriving a join collections k on k.id = a.collection_id
  where k.notify <> 'never'
    and a.contributor_id is distinct from a.organiser_id
    and a.payment_method = 'Transferencia'
  on conflict do nothing;
  insert into push_arrivals (contribution_id, collection_id)
  select a.id, a.collection_id
  from arriving a
  where exists (select from notification_subscriptions s where s.collection_id = a.collection_id)
    and a.contributor_id is distinct from a.organiser_id
    and a.payment_method = 'Transferencia'
  on conflict do nothing;
  return null;
end $$;

create or replace function note_payments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_person() is not null then return null; end if;
  insert into arrivals (contribution_id, collection_id)
  select a.id, a.collection_id
  from arriving a join leaving l on l.id = a.id join collections k on k.id = a.collection_id
  where k.notify <> 'never'
    and a.contributor_id is distinct from a.organiser_id
    and a.payment_method in ('MercadoPago', 'MODO')
    and a.payment_status = 'confirmed' and l.payment_status <> 'confirmed'
  on conflict do nothing;
  insert into push_arrivals (contribution_id, collection_id)
  select a.id, a.collection_id
  from arriving a join leaving l on l.id = a.id
  where exists (select from notification_subscriptions s where s.collection_id = a.collection_id)
    and a.contributor_id is distinct from a.organiser_id
    and a.payment_method in ('MercadoPago', 'MODO')
    and a.payment_status = 'confirmed' and l.payment_status <> 'confirmed'
  on conflict do nothing;
  return null;
end $$;
