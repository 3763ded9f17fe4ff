-- How often somebody came by each limited door (A5; figures in server/domain/limits.ts). A key is an
-- HMAC of who it was under the installation's secret: no e-mail and no address can be read from it.
create table limits (
  key text primary key,
  hits integer not null,
  -- From then on the row means nothing. Without an index on it, counting rewrites no index.
  resets_at timestamptz(3) not null
);
alter table limits enable row level security;
