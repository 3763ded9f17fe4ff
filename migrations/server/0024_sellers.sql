-- The account at Mercado Pago that an organiser connected, to which what is paid for their colectas goes.
create table sellers (
  user_id uuid primary key references users on delete cascade,
  -- The account's number there. Two people may connect one account.
  account_id text not null,
  -- As the provider calls it; null where it did not say.
  account_name text,
  -- Encrypted (server/domain/payments/token-cipher.ts), with the key of that id. A database that was put back
  -- under another secret has other ids: its connections count as broken.
  tokens text not null,
  key_id text not null,
  connected_at timestamptz(3) not null,
  -- When the tokens are to be renewed, or whoever renews them now is to be relieved.
  renew_at timestamptz(3) not null,
  -- The provider refused to renew them: only the organiser can connect again.
  broken_at timestamptz(3)
);
create index sellers_account on sellers (account_id);
create index sellers_renew on sellers (renew_at) where broken_at is null;

-- Somebody on their way to the provider and back, for ten minutes. The id is the hash of the state, and the
-- session that of its token: who reads this table finishes nobody's attempt. Coming back deletes it.
create table seller_attempts (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  session text not null,
  verifier text not null,
  expires_at timestamptz(3) not null
);
create index seller_attempts_expiry on seller_attempts (expires_at);
create index seller_attempts_user on seller_attempts (user_id);

-- The number of the account that is paid. Null: the provider knows no sellers, or one token was the
-- installation's, as it was before: nobody can ask what became of these.
alter table checkouts add column seller text;
create index checkouts_seller on checkouts (seller) where seller is not null;

-- No policy and no grant: no member sees either.
alter table sellers enable row level security;
alter table seller_attempts enable row level security;
