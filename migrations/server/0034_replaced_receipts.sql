-- A guest may add a receipt later or replace it, until the contribution is verified (S12).
alter table uploads add column replaces boolean not null default false;
