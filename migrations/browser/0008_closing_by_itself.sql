-- As on the server (migrations/server/0031).
alter table collections add column closes_alone boolean not null default false;
