-- The newest line of the feed does not prove that a database has all that a cursor saw: a transaction with
-- a smaller id may have committed after it, and a copy of the folder from in between has the newest line
-- alone. Such a transaction was running when the newest line was written. So each line names the oldest
-- transaction that ran then, and a mark also counts the lines from that one on (S5, S10).

-- null on lines from before this migration: nothing is counted for them.
alter table feed add column oldest_running xid8;
alter table feed alter column oldest_running set default pg_snapshot_xmin(pg_current_snapshot());

-- As in 0018. mark: transaction and time (in ms) of the newest line, and how many lines precede it from its
-- oldest_running on.
create or replace function feed_moment(out snapshot text, out mark text)
  language sql stable security definer set search_path = public, pg_temp as $$
    with newest as (
      select xid, changed_at, oldest_running
      from (
        (select f.xid, f.changed_at, f.oldest_running from feed f order by f.xid desc limit 1)
        union all
        select s.trimmed_xid, s.trimmed_at, null from sync_state s
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
      (select n.xid || ' ' || (extract(epoch from n.changed_at) * 1000)::bigint || ' '
          || (select count(*) from feed f where f.xid >= n.oldest_running and f.xid < n.xid)
       from newest n)
    from moment m, ends e
  $$;

drop function feed_has(text);
-- snapshot: what the cursor of this mark sees. Its line tells nothing more once it is trimmed.
create function feed_has(mark text, snapshot text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    with wanted as (
      select split_part(mark, ' ', 1)::xid8 as xid,
             to_timestamp(split_part(mark, ' ', 2)::numeric / 1000) as changed_at,
             split_part(mark, ' ', 3)::bigint as lines
    )
    select exists (
        select from sync_state s, wanted w where (s.trimmed_xid, s.trimmed_at) = (w.xid, w.changed_at)
      )
      or exists (
        select from feed newest, wanted w
        where (newest.xid, newest.changed_at) = (w.xid, w.changed_at)
          and w.lines = (
            select count(*) from feed f
            where f.xid >= newest.oldest_running and f.xid < newest.xid
              and pg_visible_in_snapshot(f.xid, snapshot::pg_snapshot)
          )
      )
  $$;
revoke execute on function feed_has(text, text) from public;
grant execute on function feed_has(text, text) to member;
