-- The collection closes by itself after its deadline. The server clears it then, so that a reopened one stays open.
alter table collections add column closes_alone boolean not null default false;
grant insert (closes_alone), update (closes_alone) on collections to member;
create index collections_closing on collections (deadline) where closes_alone;
