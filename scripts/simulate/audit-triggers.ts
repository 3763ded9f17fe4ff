/*
 * Audit triggers that the simulation adds to the server's database. They record which rows each mutation changed,
 * because a stored outcome shows that a mutation was applied, but not how often (S7). checks.ts reads the records.
 */
import type { Database } from '../../server/data/database.ts'

/** Poison message: the server throws for every collection with this description, like for a bug (S9). */
export const POISON = 'el servidor tropieza'

const AUDITED = ['users', 'collections', 'contributions', 'statement_matches', 'people']

/** Mutations that change several rows: a matched line leaves the deleted contribution that it paid before. */
const OF_MANY = `'%-contributions%|match-lines|create-from-line|undo-matches|%-people'`
const OF_NEW_ROWS = `'create-collection', 'add-manual-contribution', 'create-from-line'`

/** Records every row that a person's statement changes, and every stored outcome. */
export async function recordEffects(database: Database): Promise<void> {
  const statements = [
    'create table noted_effects (xid xid8, changed text, id uuid, version int)',
    'create table noted_outcomes (xid xid8, history bigint, id uuid, name text, ok boolean)',
    'create sequence histories',
    // Not the changes that triggers make, such as totals.
    `create function note_effect() returns trigger
       language plpgsql security definer set search_path = public, pg_temp as $$
     begin
       if app_person() is not null and pg_trigger_depth() = 1 then
         insert into noted_effects
         values (pg_current_xact_id(), tg_table_name, coalesce(new.id, old.id),
                 (to_jsonb(new) ->> 'version')::int);
       end if;
       return null;
     end $$`,
    `create function note_outcome() returns trigger
       language plpgsql security definer set search_path = public, pg_temp as $$
     begin
       insert into noted_outcomes
       select pg_current_xact_id(), last_value, new.id, new.name, (new.outcome ->> 'ok')::boolean
       from histories;
       return null;
     end $$`,
    ...AUDITED.map(
      (table) => `create trigger notes_effects after insert or update or delete on ${table}
        for each row execute function note_effect()`,
    ),
    `create trigger notes_outcomes after insert on mutations
       for each row execute function note_outcome()`,
  ]
  for (const statement of statements) await database.query(statement)
  await beginHistory(database)
}

/** Adds a trigger that raises an error for POISON. */
export async function addPoison(database: Database): Promise<void> {
  await database.query(`
    create function fail_on_poison() returns trigger language plpgsql as $$
    begin
      if new.description = '${POISON}' then raise exception '${POISON}'; end if;
      return new;
    end $$`)
  await database.query(`
    create trigger fails_on_poison before insert or update on collections
    for each row execute function fail_on_poison()`)
}

/**
 * Begins to count the applications of mutations anew. Called after a restore: the database may apply again the
 * mutations that it has lost.
 */
export async function beginHistory(database: Database): Promise<void> {
  await database.query(`select nextval('histories')`)
}

export async function clearEffects(database: Database): Promise<void> {
  await database.query('truncate noted_effects, noted_outcomes')
}

/** Returns a sentence for each mutation that was not applied exactly once, and for each wrong total. */
export async function findEffectFaults(database: Database): Promise<string[]> {
  const rows = await database.query<{ fault: string }>(`
    with effects as (
      select o.id, o.name, o.ok, o.history, count(e.id) as rows, count(distinct e.id) as things,
             count(e.id) filter (where e.changed <> 'statement_matches') as without_matches
      from noted_outcomes o
      left join noted_effects e on e.xid = o.xid
      group by o.id, o.name, o.ok, o.history, o.xid
    )
    select format('%s %s changed %s rows', name, id, rows) as fault
    from effects
    where ok and rows > things
      or ok and without_matches > 1 and name not similar to ${OF_MANY}
      -- After a restore, a late request may do a refused change before the person's retry of it.
      or ok and rows = 0 and name in (${OF_NEW_ROWS})
        and history = (select min(history) from noted_outcomes)
      or not ok and rows > 0
    union all
    select format('%s is kept %s times', id, count(*))
    from noted_outcomes
    group by history, id
    having count(*) > 1
    union all
    select format('%s %s was changed by no kept mutation', e.changed, e.id)
    from noted_effects e
    where not exists (select from noted_outcomes o where o.xid = e.xid and o.ok)
    union all
    select format('the totals of %s are not those of its contributions', k.id)
    from collections k
    left join lateral (
      select count(*) filter (where c.payment_status = 'confirmed') as confirmed,
             count(*) filter (where c.payment_status = 'pending') as pending,
             count(*) filter (where c.payment_status = 'rejected') as rejected,
             count(*) filter (where c.verified_at is not null) as verified,
             coalesce(sum(c.amount) filter (where c.verified_at is not null), 0) as amount_verified,
             coalesce(sum(c.amount) filter (where c.payment_status = 'confirmed'), 0) as collected,
             coalesce(sum(c.amount), 0) as reported
      from contributions c
      where c.collection_id = k.id and c.deleted_at is null
    ) t on true
    where (k.confirmed_count, k.pending_count, k.rejected_count, k.verified_count)
        is distinct from (t.confirmed, t.pending, t.rejected, t.verified)
      or (k.amount_collected, k.amount_verified, k.amount_reported)
        is distinct from (t.collected, t.amount_verified, t.reported)`)
  return rows.map(({ fault }) => fault)
}

/** Returns the version of the contribution that each of these changes wrote, by the id of the change. */
export async function findWrittenVersions(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database.query<{ id: string; version: number }>(
    `select o.id, e.version
     from noted_outcomes o join noted_effects e on e.xid = o.xid
     where o.id = any($1::uuid[]) and o.ok and e.changed = 'contributions'`,
    [ids],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}
