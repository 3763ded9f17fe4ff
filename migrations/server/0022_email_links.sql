-- A newer message leaves the links of earlier ones alive: whoever asks for messages to somebody's address
-- must not void the link that person asked for. Using one voids all of its kind (A3).
alter table email_tokens
  drop constraint email_tokens_pkey,
  drop constraint email_tokens_id_key,
  add primary key (id);
create index email_tokens_user on email_tokens (user_id, purpose);

-- The address that a person wants for their account, until they confirm it there. A newer wish takes the
-- place of the one before; the token is made, and hashed, when the message leaves.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  asked_at timestamptz(3) not null,
  token_id text unique,
  expires_at timestamptz(3) not null
);
create index email_changes_email on email_changes (email, asked_at);
alter table email_changes enable row level security;
