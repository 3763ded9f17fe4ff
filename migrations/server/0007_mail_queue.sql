-- Letters on their way to a mail server, which may be away. A row says who is to get which letter and
-- holds neither its words nor its link: a link's token is made when the letter leaves (A3), so that
-- its time runs from then and a copy of this table opens nothing.
create table mail_queue (
  id uuid primary key,
  letter text not null,
  email text not null,
  created_at timestamptz(3) not null,
  tries integer not null default 0,
  next_try_at timestamptz(3) not null,
  -- Asked for twice before it left, it leaves once.
  unique (email, letter)
);
create index mail_queue_next on mail_queue (next_try_at);
alter table mail_queue enable row level security;
