-- As on the server (migrations/server/0033).
alter table contributions
  add column version integer not null default 1,
  add column corrections jsonb;
