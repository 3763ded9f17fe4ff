-- Two devices that each made a key without a network gave one line two ids. So every account has its key from the
-- start, and a device has it with its first copy of the data.
create function new_statement_key() returns text language sql volatile as $$
  select rtrim(translate(
    encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'),
    '+/', '-_'
  ), '=')
$$;

create function give_statement_key() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into statement_keys (id, key) values (new.id, new_statement_key());
  return null;
end $$;

create trigger users_statement_key after insert on users
  for each row execute function give_statement_key();

insert into statement_keys (id, key) select id, new_statement_key() from users on conflict do nothing;
