import type { Database } from '../../server/data/database.ts'

/** A description on which the server fails each time, as on a fault of ours (S9). */
export const POISON = 'el servidor tropieza'

export async function layPoison(database: Database): Promise<void> {
  await database.query(`
    create or replace function stumble() returns trigger language plpgsql as $$
    begin
      if new.description = '${POISON}' then raise exception '${POISON}'; end if;
      return new;
    end $$`)
  await database.query(`
    create or replace trigger stumbles before insert or update on collections
    for each row execute function stumble()`)
}
