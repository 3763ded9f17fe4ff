-- A contribution may be corrected until it is verified, a manual one by its organiser at any time (S12). `version` counts
-- the corrections, so that nobody verifies what they have not seen. `corrections` lists the latest ones, oldest first
-- (shared/correction.ts); null while there are none.
alter table contributions
  add column version integer not null default 1,
  add column corrections jsonb;

-- A mutation corrects manual contributions only. Policies do not see which columns change.
grant update (
  contributor_name, contributor_folded, contributor_email, amount, message, version, corrections
) on contributions to member;

create function forbid_corrections() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'only manual contributions are corrected by a member' using errcode = '42501';
end $$;

create trigger contributions_corrected before update of
  contributor_name, contributor_folded, contributor_email, amount, message, version, corrections
  on contributions
  for each row when (current_user = 'member' and old.payment_method <> 'Manual')
  execute function forbid_corrections();
