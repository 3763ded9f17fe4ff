-- People and what proves who they are. Ids are UUIDs made by whoever creates the row.

create table users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  default_bank_account text,
  is_admin boolean not null default false,
  email_confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3)
);
create unique index users_email on users (email);

-- argon2id in PHC form (A2). Apart from users, so that no query for a screen can meet it.
create table passwords (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  updated_at timestamptz(3) not null default now()
);

-- The id is the SHA-256 of the cookie's value (A1): a copy of this table opens no session.
create table sessions (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);

-- Links sent by e-mail, hashed like sessions (A3): one of each kind per person, the newest. A used
-- one stays until the next, so that a second tap on it can be told from a wrong one.
create table email_tokens (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('confirm', 'recover')),
  id text not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (user_id, purpose)
);
