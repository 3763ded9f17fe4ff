-- A database that was put back without renew_epoch() (a disk's snapshot, a copied folder, point-in-time
-- recovery, a replica that lagged) uses the same transaction ids again for other changes. A cursor
-- therefore ends at the newest line of the feed and names it by its transaction and its time: where that
-- line is missing, the cursor is of another history (S5).

-- Of the line that trimmed_xid names: a cursor that ends there has missed nothing.
alter table sync_state add column trimmed_at timestamptz(3);

create function feed_moment(out snapshot text, out mark text)
  language sql stable security definer set search_path = public, pg_temp as $$
    with newest as (
      select xid, changed_at
      from (
        (select f.xid, f.changed_at from feed f order by f.xid desc limit 1)
        union all
        select s.trimmed_xid, s.trimmed_at from sync_state s
      ) line
      order by xid desc
      limit 1
    ), ends as (
      -- Later transactions that the snapshot sees wrote no line: the cursor need not see them.
      select xid::text::bigint + 1 as xmax from newest
    ), moment as (
      select pg_current_snapshot() as seen
    )
    select
      least(pg_snapshot_xmin(m.seen)::text::bigint, e.xmax) || ':'
        || least(pg_snapshot_xmax(m.seen)::text::bigint, e.xmax) || ':'
        || coalesce(
          (select string_agg(x::text, ',' order by x)
           from pg_snapshot_xip(m.seen) x
           where x::text::bigint < e.xmax),
          ''
        ),
      (select n.xid::text || ' ' || (extract(epoch from n.changed_at) * 1000)::bigint from newest n)
    from moment m, ends e
  $$;
revoke execute on function feed_moment() from public;
grant execute on function feed_moment() to member;

create function feed_has(mark text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    with wanted as (
      select split_part(mark, ' ', 1)::xid8 as xid,
             to_timestamp(split_part(mark, ' ', 2)::numeric / 1000) as changed_at
    )
    select exists (select from feed f, wanted w where (f.xid, f.changed_at) = (w.xid, w.changed_at))
      or exists (
        select from sync_state s, wanted w where (s.trimmed_xid, s.trimmed_at) = (w.xid, w.changed_at)
      )
  $$;
revoke execute on function feed_has(text) from public;
grant execute on function feed_has(text) to member;
