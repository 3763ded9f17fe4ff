-- Contributors see whether the collection closes by itself at the end of its deadline.
create or replace view public_collections as
  select
    k.id, k.title, k.description, u.first_name as organiser_name,
    k.suggested_amount, k.total_amount, k.amount_collected, k.deadline,
    k.bank_account, k.account_identifier, k.cantidad_personas, k.status, k.created_at,
    k.suspended_at is not null as is_suspended, k.confirmed_count, k.closes_alone
  from collections k
  join users u on u.id = k.creator_id
  where k.deleted_at is null;
