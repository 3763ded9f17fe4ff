-- Deleting an account looks for the contributions of each of its collections, those hidden by deleted_at too:
-- a partial index does not find those, and every collection cost a look at all contributions there are. Two
-- of the indexes of 0002 hold all rows now; what a new contribution costs stays as it was.
drop index contributions_by_date, contributions_organiser;
create index contributions_by_date on contributions (collection_id, payment_date, id);
create index contributions_organiser on contributions (organiser_id, payment_date);
