-- So that people tell their sessions apart: on what they began, in words, and when they were last used.
alter table sessions
  add column device text not null default '',
  add column seen_at timestamptz(3) not null default now();

-- Files of receipts whose rows are gone, until the store has deleted them too: a row and a file can
-- not go in one step, and a file without a row would be found by nobody.
create table doomed_files (
  path text primary key
);
alter table doomed_files enable row level security;
