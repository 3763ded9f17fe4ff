-- An organiser's lists read contributions here. Under the policy of the table PostgreSQL checks each row's person
-- before it compares a name, because LIKE is not leakproof, and no index answers. Only our own queries run as a
-- member, so that the view needs no security_barrier: it has the condition, and runs as the owner of the table.
create view organised_contributions as
  select c.* from contributions c where c.organiser_id = (select app_person());
grant select on organised_contributions to member;

-- With what every page of a list checks, so that the rows before a page in the middle are read from the index alone.
drop index contributions_by_date;
create index contributions_by_date on contributions (collection_id, payment_date, id)
  include (organiser_id, deleted_at);
