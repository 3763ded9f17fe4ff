-- Totals hold what many contributions of the largest amount come to: a hundred of those outgrew the old ones,
-- and with them every further report. No row is rewritten. The views only make way, and come back as in 0002
-- and 0003.
drop view contributed_collections;
drop view public_collections;

alter table collections
  alter column amount_collected type numeric(20,2),
  alter column amount_verified type numeric(20,2),
  alter column amount_reported type numeric(20,2);

create view public_collections as
  select
    k.id, k.title, k.description, u.first_name as organiser_name,
    k.suggested_amount, k.total_amount, k.amount_collected, k.deadline,
    k.bank_account, k.account_identifier, k.cantidad_personas, k.status, k.created_at
  from collections k
  join users u on u.id = k.creator_id
  where k.deleted_at is null;

create view contributed_collections with (security_barrier) as
  select p.*
  from public_collections p
  where exists (
    select from contributions c
    where c.collection_id = p.id and c.contributor_id = app_person() and c.deleted_at is null
  );
grant select on contributed_collections to member;
