-- As on the server (migrations/server/0039).
alter table contributions add column operation_number text;
