-- The number on a guest's receipt, by which the conciliation knows the transfer. The guest may leave it out.
alter table contributions add column operation_number text check (length(operation_number) <= 40);
