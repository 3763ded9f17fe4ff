-- Receipts (R1 to R6). The file lies in the store under transfer_id, `{collectionId}/{uuid}_{name}`;
-- a contribution points at it only once it is there, whole and checked.

alter table contributions
  -- The report said that a receipt follows (R1). It stays when the receipt has come.
  add column receipt_expected_at timestamptz(3),
  -- The same file is with another contribution of the collection (R6).
  add column receipt_repeated boolean not null default false;
create unique index contributions_transfer on contributions (transfer_id) where transfer_id is not null;

create table receipts (
  contribution_id uuid primary key references contributions on delete cascade,
  collection_id uuid not null references collections on delete cascade,
  -- The upload that brought it: asked for again, it is known to be whole (R3).
  upload_id text not null unique,
  path text not null unique,
  -- As the person's device called it, for a download.
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  size integer not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  attached_at timestamptz(3) not null default now()
);
create index receipts_same_file on receipts (collection_id, sha256);

-- Whoever sees the contribution sees its receipt: its organiser and its contributor (R5).
alter table receipts enable row level security;
grant select on receipts to member;
create policy visible_receipts on receipts for select to member
  using (exists (select from contributions c where c.id = contribution_id and c.deleted_at is null));

-- Uploads under way (R1, R2): what each is for, so that it can be finished by any process after any
-- crash, and swept when nobody comes back for it (R6). A refused one is remembered: the same file
-- is not taken in again only to be refused again.
create table uploads (
  id text primary key,
  contribution_id uuid not null references contributions on delete cascade,
  -- Where the file will lie: known beforehand, so that finishing twice finds the same place.
  path text not null unique,
  name text not null,
  type text not null,
  size integer not null,
  sha256 text not null,
  refusal jsonb,
  created_at timestamptz(3) not null default now()
);
create index uploads_contribution on uploads (contribution_id);
create index uploads_age on uploads (created_at);
alter table uploads enable row level security;
