-- What is stored of a picture may be shorter than what was sent: its metadata is cut (R2). A finished upload
-- that is asked for again is described as it was sent (tus).
alter table receipts
  -- Null: as many bytes as are stored.
  add column upload_size integer check (upload_size > 0),
  -- Without the capability; null where an earlier version took it. json, since jsonb has no U+0000.
  add column upload_metadata json;
alter table uploads add column metadata json;
