-- As on the server (migrations/server/0038).
alter table contributions add column operation_number text;
