-- Guests who asked to be told of what the organiser decides about their contribution.
create table guest_notices (
  contribution_id uuid primary key references contributions on delete cascade,
  -- As the contribution stands; null while nothing is decided.
  decision text check (decision in ('verified', 'rejected')),
  -- When the server saw it. The e-mail waits some time: the organiser may undo.
  seen_at timestamptz(3),
  -- Of which the guest was told last.
  told text check (told in ('verified', 'rejected'))
);
create index guest_notices_untold on guest_notices (seen_at)
  where decision is not null and decision is distinct from told;
alter table guest_notices enable row level security;

create function note_decisions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update guest_notices g set decision = n.decision, seen_at = null
  from (
    select id,
           case
             when deleted_at is not null then null
             when verified_at is not null then 'verified'
             when payment_status = 'rejected' then 'rejected'
           end as decision
    from arriving
  ) n
  where g.contribution_id = n.id and g.decision is distinct from n.decision;
  return null;
end $$;

create trigger contributions_decided after update on contributions
  referencing new table as arriving for each statement execute function note_decisions();
