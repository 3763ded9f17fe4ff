-- How it stands with a contribution's receipt (R1, R6); the file itself is asked of the server.
alter table contributions
  add column transfer_id text,
  add column receipt_expected_at timestamptz(3),
  add column receipt_repeated boolean not null default false;
