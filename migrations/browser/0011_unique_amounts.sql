-- As on the server (migrations/server/0037).
alter table collections add column unique_cents boolean not null default false;
alter table contributions add column unique_amount boolean not null default false;
