-- The people of whom an organiser expects a contribution. Which contribution is whose follows from their names
-- (shared/people/match-people.ts); only what the organiser decides by hand is stored.
create table people (
  id uuid primary key,
  organiser_id uuid not null references users on delete cascade,
  collection_id uuid not null references collections on delete cascade,
  name text not null check (length(name) between 1 and 120),
  email text,
  phone text check (length(phone) <= 40),
  position int not null,
  -- The contribution that is theirs, perhaps of several people.
  contribution_id uuid references contributions on delete set null,
  -- None of the contributions until then is theirs.
  missing_since timestamptz(3),
  check (contribution_id is null or missing_since is null)
);
create index people_collection on people (collection_id, position, id);
create index people_organiser on people (organiser_id);
create index people_contribution on people (contribution_id) where contribution_id is not null;

alter table people enable row level security;
grant select, insert, update (contribution_id, missing_since), delete on people to member;
create policy own_people on people for all to member
  using (organiser_id = (select app_person()))
  with check (
    organiser_id = (select app_person())
    and exists (select from collections k where k.id = collection_id and k.creator_id = (select app_person()))
    and (
      contribution_id is null
      or exists (
        select from contributions c
        where c.id = contribution_id and c.collection_id = people.collection_id
      )
    )
  );

create function feed_people() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into feed (person_id, table_name, row_id)
  select c.organiser_id, 'people', c.id from changed c;
  return null;
end $$;

create trigger people_feed_inserted after insert on people
  referencing new table as changed for each statement execute function feed_people();
create trigger people_feed_updated after update on people
  referencing new table as changed for each statement execute function feed_people();
create trigger people_feed_deleted after delete on people
  referencing old table as changed for each statement execute function feed_people();
