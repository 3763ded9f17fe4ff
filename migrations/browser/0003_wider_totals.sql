-- As on the server (migrations/server/0016).
alter table collections
  alter column amount_collected type numeric(20,2),
  alter column amount_verified type numeric(20,2),
  alter column amount_reported type numeric(20,2);
