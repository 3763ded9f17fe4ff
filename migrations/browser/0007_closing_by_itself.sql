-- As on the server (migrations/server/0028).
alter table collections add column closes_alone boolean not null default false;
