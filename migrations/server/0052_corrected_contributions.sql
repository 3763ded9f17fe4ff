-- Deleting an account looks for its e-mail in all corrections. With 100,000 contributions that read all of them: 200 ms,
-- in which the embedded engine serves nobody else. Few contributions are ever corrected.
create index contributions_corrected on contributions (id) where corrections is not null;
