-- Guests who asked for the removal of what they reported, by the link of their thanks page (law 25.326,
-- art. 16). The organiser sees it beside the list and decides: it is their account of the money.
create table removal_requests (
  contribution_id uuid primary key references contributions on delete cascade,
  asked_at timestamptz(3) not null
);
alter table removal_requests enable row level security;
