-- Who may see and change a row, said once by Postgres (DESIGN 1, A7). Everything a person asks runs
-- as the role `member` with app.person set; the server's own work runs as the owner of the tables.

do $$
begin
  create role member nologin;
exception
  -- Roles belong to the whole cluster: another database of it may have made this one already.
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  if not pg_has_role(current_user, 'member', 'set') then
    execute format('grant member to %I', current_user);
  end if;
end $$;

grant usage on schema public to member;

-- The person of this transaction, or null: then no policy lets anything through.
create function app_person() returns uuid
  language sql stable as $$ select nullif(current_setting('app.person', true), '')::uuid $$;

alter table users enable row level security;
alter table passwords enable row level security;
alter table sessions enable row level security;
alter table email_tokens enable row level security;
alter table collections enable row level security;
alter table contributions enable row level security;
alter table mutations enable row level security;

-- users: oneself.
grant select (id, email, first_name, last_name, default_bank_account, created_at, updated_at) on users to member;
grant update (first_name, last_name, default_bank_account, updated_at) on users to member;
create policy own_user on users for all to member using (id = (select app_person()));

-- collections: those one created. Creator, totals and dates of birth are not for a member to write.
grant select on collections to member;
grant insert (
  id, creator_id, creator_email, title, title_folded, description, suggested_amount, total_amount,
  deadline, bank_account, account_identifier, cantidad_personas
) on collections to member;
grant update (
  title, title_folded, description, suggested_amount, total_amount, deadline, bank_account,
  account_identifier, cantidad_personas, status, updated_at, deleted_at
) on collections to member;
create policy own_collections on collections for all to member
  using (creator_id = (select app_person()));

-- contributions: to one's collections, or one's own. Only the organiser writes, and only by hand.
grant select on contributions to member;
grant insert (
  id, collection_id, organiser_id, contributor_name, contributor_folded, contributor_email,
  payment_method, amount, payment_status, verified_at, message
) on contributions to member;
grant update (payment_status, verified_at, deleted_at) on contributions to member;
create policy visible_contributions on contributions for select to member
  using (organiser_id = (select app_person()) or contributor_id = (select app_person()));
create policy manual_contributions on contributions for insert to member
  with check (
    organiser_id = (select app_person())
    and payment_method = 'Manual'
    and exists (select from collections k where k.id = collection_id)
  );
create policy organised_contributions on contributions for update to member
  using (organiser_id = (select app_person()))
  with check (
    organiser_id = (select app_person())
    and (deleted_at is null or payment_method = 'Manual')
  );

-- The public columns of the collections a person contributed to (S1).
create view contributed_collections with (security_barrier) as
  select p.*
  from public_collections p
  where exists (
    select from contributions c
    where c.collection_id = p.id and c.contributor_id = app_person() and c.deleted_at is null
  );
grant select on contributed_collections to member;

-- mutations: one's own outcomes.
grant select, insert (id, person_id, name, outcome, applied_at) on mutations to member;
create policy own_mutations on mutations for all to member using (person_id = (select app_person()));
