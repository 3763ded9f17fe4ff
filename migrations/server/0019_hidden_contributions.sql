-- An organiser may hide what guests reported, too. What a provider says was paid stays. Hidden contributions are
-- deleted after 30 days (server/domain/hidden-contributions.ts).
drop policy organised_contributions on contributions;
create policy organised_contributions on contributions for update to member
  using (organiser_id = (select app_person()))
  with check (
    organiser_id = (select app_person())
    and (deleted_at is null or payment_method in ('Manual', 'Transferencia'))
  );

-- For the list of hidden contributions, newest first, and for their deletion.
create index contributions_hidden on contributions (collection_id, payment_date, id)
  where deleted_at is not null;
