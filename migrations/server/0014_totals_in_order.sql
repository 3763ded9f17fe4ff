-- As in 0002, and collections are locked in the order of their ids: statements that touch several, as those
-- that file a crowd's reports, wait for each other and never in a circle.

create or replace function contributions_arrive() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from collections where id in (select collection_id from arriving) order by id for no key update;
  update collections k set
    amount_collected = k.amount_collected + n.collected,
    amount_verified = k.amount_verified + n.verified,
    amount_reported = k.amount_reported + n.reported,
    confirmed_count = k.confirmed_count + n.confirmed_rows,
    verified_count = k.verified_count + n.verified_rows,
    pending_count = k.pending_count + n.pending_rows,
    rejected_count = k.rejected_count + n.rejected_rows
  from (
    select
      collection_id,
      coalesce(sum(amount) filter (where payment_status = 'confirmed'), 0) as collected,
      coalesce(sum(amount) filter (where verified_at is not null), 0) as verified,
      sum(amount) as reported,
      count(*) filter (where payment_status = 'confirmed') as confirmed_rows,
      count(*) filter (where verified_at is not null) as verified_rows,
      count(*) filter (where payment_status = 'pending') as pending_rows,
      count(*) filter (where payment_status = 'rejected') as rejected_rows
    from arriving
    where deleted_at is null
    group by collection_id
  ) n
  where k.id = n.collection_id;
  return null;
end $$;

create or replace function contributions_leave() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from collections where id in (select collection_id from leaving) order by id for no key update;
  update collections k set
    amount_collected = k.amount_collected - o.collected,
    amount_verified = k.amount_verified - o.verified,
    amount_reported = k.amount_reported - o.reported,
    confirmed_count = k.confirmed_count - o.confirmed_rows,
    verified_count = k.verified_count - o.verified_rows,
    pending_count = k.pending_count - o.pending_rows,
    rejected_count = k.rejected_count - o.rejected_rows
  from (
    select
      collection_id,
      coalesce(sum(amount) filter (where payment_status = 'confirmed'), 0) as collected,
      coalesce(sum(amount) filter (where verified_at is not null), 0) as verified,
      sum(amount) as reported,
      count(*) filter (where payment_status = 'confirmed') as confirmed_rows,
      count(*) filter (where verified_at is not null) as verified_rows,
      count(*) filter (where payment_status = 'pending') as pending_rows,
      count(*) filter (where payment_status = 'rejected') as rejected_rows
    from leaving
    where deleted_at is null
    group by collection_id
  ) o
  where k.id = o.collection_id;
  return null;
end $$;
