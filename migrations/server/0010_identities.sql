-- Who a person is to another house that vouches for them (A4). The subject stays the same when the
-- address there changes; one account has one of them.
create table identities (
  provider text not null check (provider = 'google'),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (provider, subject),
  unique (user_id, provider)
);

-- Somebody on their way to Google and back, for ten minutes. The id is the hash of the state, and the
-- browser that of its cookie: who reads this table finishes nobody's attempt. Coming back deletes it.
create table sign_in_attempts (
  id text primary key,
  browser text not null,
  verifier text not null,
  nonce text not null,
  return_to text,
  expires_at timestamptz(3) not null
);
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

-- No policy and no grant: no member sees either.
alter table identities enable row level security;
alter table sign_in_attempts enable row level security;
