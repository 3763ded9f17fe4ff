-- When the organiser gets an e-mail about new contributions to the collection: at once, once a day, or never.
alter table collections
  add column notify text not null default 'never' check (notify in ('now', 'daily', 'never'));
grant update (notify) on collections to member;

-- Contributions from others, of which the organiser was not told yet.
create table arrivals (
  contribution_id uuid primary key references contributions on delete cascade,
  collection_id uuid not null references collections on delete cascade
);
create index arrivals_collection on arrivals (collection_id);
alter table arrivals enable row level security;

-- When the last e-mail about new contributions left.
create table digests (
  collection_id uuid primary key references collections on delete cascade,
  sent_at timestamptz(3) not null
);
alter table digests enable row level security;

-- The id of the collection or contribution that an e-mail is about; null for e-mails about an account.
alter table mail_queue
  add column about uuid,
  drop constraint mail_queue_email_letter_key,
  add unique nulls not distinct (email, letter, about);

-- A transfer arrives when it is reported, a payment when its provider confirms it. The server writes both outside
-- of app.person; what a member writes is the organiser's own doing.
create function note_arrivals() returns trigger
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
  return null;
end $$;

create function note_payments() returns trigger
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
  return null;
end $$;

create trigger contributions_noted after insert on contributions
  referencing new table as arriving for each statement execute function note_arrivals();
create trigger contributions_paid after update on contributions
  referencing new table as arriving old table as leaving
  for each statement execute function note_payments();
