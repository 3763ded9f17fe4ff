-- Which request of which process works on an upload (tus), where several processes share a database. A
-- holding ends with its lease, so that an upload outlives whoever died with it. Unlogged: a lock costs no
-- write to the disk, and may go when PostgreSQL itself is killed, as every lock does.
create unlogged table upload_locks (
  upload_id text primary key,
  -- Another one for each holding.
  holder uuid not null,
  expires_at timestamptz not null,
  -- Another request waits for the upload: the holder is to let it go.
  is_wanted boolean not null default false
);
alter table upload_locks enable row level security;
