import assert from 'node:assert'
import type { Database } from '../../../server/data/database.ts'
import type { Sql } from '../../../shared/sql.ts'

/** The acknowledged writes: the notes 1 to `notes`, and `bumps` increments of one counter. */
export interface Acknowledged {
  notes: number
  bumps: number
}

/**
 * Writes of many kinds, one after the other, for durability.test.ts. `acknowledged` grows only after each result;
 * `check` throws unless a database holds all acknowledged writes, each complete.
 */
export class Workload {
  acknowledged: Acknowledged = { notes: 0, bumps: 0 }
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  async step(database: Database): Promise<void> {
    const dice = this.#random() * 100
    if (dice < 55) await this.#addNotes(database, 1)
    else if (dice < 70) await this.#addTogether(database)
    else if (dice < 80) await this.#bump(database)
    else if (dice < 88) await this.#rewriteSome(database)
    else if (dice < 91) await this.#addNotes(database, 300)
    else if (dice < 94) await database.query('create table if not exists scratch as table notes')
    else if (dice < 96) await database.query('drop table if exists scratch')
    else if (dice < 97) await database.query('vacuum notes')
    else if (dice < 98) await database.query('select pg_switch_wal()')
    else await database.query('checkpoint')
  }

  /** Makes the tables where there are none; returns how many notes there are. */
  async check(database: Database): Promise<number> {
    const { notes: atLeast, bumps } = this.acknowledged
    if (atLeast === 0) await makeTables(database)
    const { found, last, whole, count, indexed } = await lookAt(database)
    assert(last >= atLeast, `${atLeast} notes were acknowledged, the last one here is ${last}`)
    assert.equal(found, last, 'notes are missing between others')
    assert.equal(indexed, found, 'the index does not know all notes')
    assert(whole, 'a note is not as it was written, or came without those of its transaction')
    assert(count === bumps || count === bumps + 1, `${bumps} bumps acknowledged, ${count} here`)
    this.acknowledged = { notes: last, bumps: count }
    return found
  }

  async #addNotes(database: Database, count: number): Promise<void> {
    const last = this.acknowledged.notes + count
    await insertNotes(database, last - count + 1, last, last)
    this.acknowledged = { ...this.acknowledged, notes: last }
  }

  /** Two inserts and a bump, all or none. */
  async #addTogether(database: Database): Promise<void> {
    const { notes, bumps } = this.acknowledged
    const last = notes + 2 + Math.floor(this.#random() * 10)
    await database.transaction(async (tx) => {
      await insertNotes(tx, notes + 1, notes + 1, last)
      await tx.query('update counter set bumps = bumps + 1')
      await insertNotes(tx, notes + 2, last, last)
    })
    this.acknowledged = { notes: last, bumps: bumps + 1 }
  }

  async #bump(database: Database): Promise<void> {
    await database.query('update counter set bumps = bumps + 1')
    const { notes, bumps } = this.acknowledged
    this.acknowledged = { notes, bumps: bumps + 1 }
  }

  async #rewriteSome(database: Database): Promise<void> {
    const from = Math.floor(this.#random() * this.acknowledged.notes)
    await database.query(
      `update notes set body = reverse(body), sum = md5(reverse(body))
       where id between $1::int and $1::int + 20`,
      [from],
    )
  }
}

async function makeTables(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`
      create table if not exists notes
      (id integer primary key, transaction_end integer not null, body text not null, sum text not null)`)
    await tx.query('create table if not exists counter (bumps integer not null)')
    await tx.query('insert into counter select 0 where not exists (select from counter)')
  })
}

/** Bodies from 32 to 3,200 characters. `end` is the last note of the whole transaction. */
async function insertNotes(sql: Sql, first: number, last: number, end: number): Promise<void> {
  await sql.query(
    `insert into notes
     select id, $3::int, body, md5(body)
     from generate_series($1::int, $2::int) id, lateral (select repeat(md5(id::text), 1 + id * 7 % 100) as body) b`,
    [first, last, end],
  )
}

async function lookAt(database: Database) {
  const [notes] = await database.query<{ found: number; last: number; whole: boolean }>(`
    select
      count(*) as found,
      coalesce(max(id), 0) as last,
      coalesce(bool_and(sum = md5(body)) and max(transaction_end) = max(id), true) as whole
    from notes`)
  const [counter] = await database.query<{ count: number }>('select bumps as count from counter')
  const indexed = await database.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const [row] = await tx.query<{ n: number }>('select count(*) as n from notes where id > 0')
    return row?.n
  })
  assert(notes && counter, 'a table is empty')
  return { ...notes, ...counter, indexed }
}
