-- Who asked to be notified (specification 3). Notifications are off: the profile asks, nothing writes yet.
create table notification_subscriptions (
  user_id uuid primary key references users on delete cascade,
  created_at timestamptz(3) not null default now()
);
alter table notification_subscriptions enable row level security;
