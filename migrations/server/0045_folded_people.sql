-- As contributions.contributor_folded, for the search by name: folding 5,000 names for each letter takes 30 ms in a copy.
alter table people add column name_folded text collate "C";
update people set name_folded = trim(
  regexp_replace(
    regexp_replace(lower(normalize(name, NFD)), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'
  )
);
alter table people alter column name_folded set not null;
grant update (name_folded) on people to member;
