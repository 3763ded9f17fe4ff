import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'
import type { Database } from '../../../server/data/database.ts'
import { DatabaseError } from '../../../server/data/database-error.ts'
import { openPostgres } from '../../../server/data/postgres.ts'
import { requireVersion } from '../../../server/data/require-postgres.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Transaction } from '../../../shared/sql.ts'
import { eachEngine } from '../../support/database.ts'

eachEngine((open, engine) => {
  const ana = randomUUID()
  let database: Database

  beforeAll(async () => {
    database = await open()
  })

  const makeNotes = (on = database) =>
    on.transaction(async (tx) => {
      await tx.query('drop table if exists notes')
      await tx.query('create table notes (id integer primary key, text text, author uuid)')
    })

  const texts = async (on = database) => {
    const rows = await on.query<{ text: string }>('select text from notes order by id')
    return rows.map(({ text }) => text)
  }

  it("runs other people's transactions between those of one person", async () => {
    const done: string[] = []
    const work = async (name: string, personId: string) => {
      await database.asMember(personId, (tx) => tx.query('select pg_sleep(0.1)'))
      done.push(name)
    }
    const anas = Array.from({ length: 20 }, () => work('Ana', ana))
    const bruno = work('Bruno', randomUUID())
    await Promise.all([...anas, bruno])
    expect(done.indexOf('Bruno')).toBeLessThan(4)
  })

  describe('values', () => {
    it('are returned in the types that shared/sql.ts documents', async () => {
      const [row] = await database.query(`
        select
          15000.10::numeric(14,2) as amount,
          9007199254740991::int8 as big,
          count(*) as count,
          date '2026-03-05' as day,
          timestamptz '2026-03-05 21:30:00.123456-03' as moment,
          timestamptz '0099-12-31 00:00:00.5Z' as long_ago,
          true as yes,
          '{"a": [1, null]}'::jsonb as document,
          '[1.5]'::json as plain_json,
          '0199b0b5-6b1c-7a0e-8b1d-2f3a4b5c6d7e'::uuid as id,
          null::text as nothing,
          to_jsonb(array['a', 'b"c']) as words,
          42::int4 as integer,
          0.5::float8 as ratio,
          pg_snapshot '10:20:10,14' as snapshot
      `)
      expect(row).toEqual({
        amount: '15000.10',
        big: 9007199254740991,
        count: 1,
        day: '2026-03-05',
        moment: '2026-03-06T00:30:00.123Z',
        long_ago: '0099-12-31T00:00:00.500Z',
        yes: true,
        document: { a: [1, null] },
        plain_json: [1.5],
        id: '0199b0b5-6b1c-7a0e-8b1d-2f3a4b5c6d7e',
        nothing: null,
        words: ['a', 'b"c'],
        integer: 42,
        ratio: 0.5,
        snapshot: '10:20:10,14',
      })
    })

    it('have moments in UTC, whatever the time zone of the machine', async () => {
      expect(await database.query('show timezone')).toEqual([{ TimeZone: 'UTC' }])
    })

    it('are accepted as strings, numbers, booleans, null and lists of strings', async () => {
      const [row] = await database.query(
        `select
          $1::numeric as amount, $2::int8 as big, $3::date as day, $4::timestamptz as moment,
          $5::boolean as yes, $6::text::jsonb as document, $7::uuid as id, $8::text as nothing,
          'b"c' = any($9::text[]) as among, to_jsonb($9::text[]) as list, 'x' = any($10::text[]) as among_none, $11::text as text`,
        [
          '15000.10',
          9007199254740991,
          '2026-03-05',
          '2026-03-05T21:30:00.123-03:00',
          false,
          '"a string"',
          '0199b0b5-6b1c-7a0e-8b1d-2f3a4b5c6d7e',
          null,
          ['a', 'b"c', 'd\\', 'null', '', ' {e, f}', "ñ'"],
          [],
          "ñandú 🧉 'quoted' \\ back",
        ],
      )
      expect(row).toEqual({
        amount: '15000.10',
        big: 9007199254740991,
        day: '2026-03-05',
        moment: '2026-03-06T00:30:00.123Z',
        yes: false,
        document: 'a string',
        id: '0199b0b5-6b1c-7a0e-8b1d-2f3a4b5c6d7e',
        nothing: null,
        among: true,
        list: ['a', 'b"c', 'd\\', 'null', '', ' {e, f}', "ñ'"],
        among_none: false,
        text: "ñandú 🧉 'quoted' \\ back",
      })
    })

    it('an integer too large for a number throws, and the next query works', async () => {
      const query = database.query(
        'select n::int8 * 9007199254740993 as n from generate_series(1, 3) n',
      )
      await expect(query).rejects.toThrow(RangeError)
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    })
  })

  describe('a transaction', () => {
    it('commits all of its work', async () => {
      await makeNotes()
      const result = await database.transaction(async (tx) => {
        await tx.query(`insert into notes values (1, 'one')`)
        await tx.query('insert into notes values ($1, $2)', [2, 'two'])
        return 'done'
      })
      expect(result).toBe('done')
      expect(await texts()).toEqual(['one', 'two'])
    })

    it('rolls back when its callback throws, and rethrows the same error', async () => {
      await makeNotes()
      const refusal = new AppError('conflict', 'changed my mind')
      const transaction = database.transaction(async (tx) => {
        await tx.query(`insert into notes values (1, 'one')`)
        throw refusal
      })
      await expect(transaction).rejects.toBe(refusal)
      expect(await texts()).toEqual([])
    })

    it('fails when one of its statements failed, even if the callback caught the error', async () => {
      await makeNotes()
      const transaction = database.transaction(async (tx) => {
        await tx.query(`insert into notes values (1, 'one')`)
        await tx.query('select 1 / 0').catch(() => {})
        return 'done'
      })
      await expect(transaction).rejects.toMatchObject({ code: '22012' })
      expect(await texts()).toEqual([])
    })

    it('fails when only its commit fails', async () => {
      await makeNotes()
      await database.query(
        'alter table notes add constraint same unique (text) deferrable initially deferred',
      )
      const transaction = database.transaction((tx) =>
        tx.query(`insert into notes values (1, 'same'), (2, 'same')`),
      )
      await expect(transaction).rejects.toMatchObject({ code: '23505', constraint: 'same' })
      expect(await texts()).toEqual([])
    })

    it('rejects queries outside of it and nested transactions in its callback', async () => {
      await makeNotes()
      const outside = database.transaction(() => database.query('select 1'))
      await expect(outside).rejects.toThrow("use the transaction's own query")
      const nested = database.transaction(() => database.transaction(async () => 'done'))
      await expect(nested).rejects.toThrow("use the transaction's own query")
      expect(await database.transaction(async () => 'done')).toBe('done')
    })

    it('allows work that its callback started to query the database afterwards', async () => {
      await makeNotes()
      let later: Promise<string[]> | undefined
      await database.transaction(async (tx) => {
        await tx.query(`insert into notes values (1, 'one')`)
        later = new Promise((resolve) => setTimeout(resolve, 300)).then(() => texts())
      })
      expect(await later).toEqual(['one'])
    })

    it('rejects queries once it has ended', async () => {
      await makeNotes()
      const tx = await database.transaction(async (tx) => ({ tx }))
      await expect(tx.tx.query('select 1')).rejects.toThrow('has ended')
    })

    it('loses no update among thirty concurrent ones', async () => {
      await makeNotes()
      await database.query(`insert into notes values (1, '0')`)
      const addOne = () =>
        database.transaction(async (tx) => {
          const [row] = await tx.query<{ n: number }>(
            'select text::int as n from notes where id = 1 for update',
          )
          await tx.query('update notes set text = $1 where id = 1', [String((row?.n ?? 0) + 1)])
        })
      await Promise.all(Array.from({ length: 30 }, addOne))
      expect(await texts()).toEqual(['30'])
    })

    it.runIf(engine === 'postgres')('runs again after a deadlock', async () => {
      await makeNotes()
      await database.query(`grant select, update on notes to member`)
      await database.query(`insert into notes values (1, ''), (2, '')`)
      let runs = 0
      let locked = 0
      const cross = (ids: number[]) => async (tx: Transaction) => {
        runs++
        for (const id of ids) {
          await tx.query(`update notes set text = text || 'x' where id = $1`, [id])
          locked++
          while (locked < 2) await sleep(10) // until each of the two has locked its first row
        }
      }
      await Promise.all([
        database.transaction(cross([1, 2])),
        database.asMember(ana, cross([2, 1])),
      ])
      expect(await texts()).toEqual(['xx', 'xx'])
      expect(runs).toBe(3)
    })

    it('is read-only and repeatable read in a member’s snapshot', async () => {
      await makeNotes()
      const settings = `select current_user::text as role,
        current_setting('app.person') as person,
        current_setting('transaction_isolation') as isolation`
      expect(await database.inSnapshotAsMember(ana, (tx) => tx.query(settings))).toEqual([
        { role: 'member', person: ana, isolation: 'repeatable read' },
      ])
      await expect(
        database.inSnapshotAsMember(ana, (tx) => tx.query("update notes set text = 'x'")),
      ).rejects.toThrow(/read-only transaction/)
    })
  })

  describe('asMember', () => {
    const whoAmI = `
      select current_user::text as role, current_setting('app.person', true) as person`

    it('sets the role and the person of the transaction', async () => {
      const rows = await database.asMember(ana, (tx) => tx.query(whoAmI))
      expect(rows).toEqual([{ role: 'member', person: ana }])
    })

    it('resets both after the transaction, also after a failed one, on every connection', async () => {
      const owner = await database.query<{ role: string }>('select current_user::text as role')
      const broken = (error: string) =>
        database.asMember(ana, async (tx) => {
          await tx.query(error)
        })
      await expect(broken('select 1 / 0')).rejects.toThrow()
      await expect(broken('select nothing from nowhere')).rejects.toThrow()
      await Promise.all(
        Array.from({ length: 20 }, () => database.asMember(ana, (tx) => tx.query('select 1'))),
      )
      const after = await Promise.all(
        Array.from({ length: 20 }, () => database.query<{ role: string; person: string }>(whoAmI)),
      )
      for (const [row] of after) {
        expect(row?.role).toBe(owner[0]?.role)
        expect(row?.person || null).toBeNull()
      }
    })

    it('applies the row-level security policies', async () => {
      await makeNotes()
      const beto = randomUUID()
      await database.query(`insert into notes values (1, 'of ana', $1), (2, 'of beto', $2)`, [
        ana,
        beto,
      ])
      await database.query('grant select, insert on notes to member')
      await database.query('alter table notes enable row level security')
      await database.query(`
        create policy own on notes to member
        using (author = nullif(current_setting('app.person', true), '')::uuid)`)

      const seen = await database.asMember(ana, (tx) => tx.query('select text from notes'))
      expect(seen).toEqual([{ text: 'of ana' }])
      const forged = database.asMember(ana, (tx) =>
        tx.query(`insert into notes values (3, 'forged', $1)`, [beto]),
      )
      await expect(forged).rejects.toMatchObject({ code: '42501' })
      expect(await texts()).toEqual(['of ana', 'of beto'])
    })

    it('rejects an id that is not a UUID', async () => {
      for (const id of ['', 'ana', `${ana}'; reset role; --`]) {
        await expect(database.asMember(id, async () => 'in')).rejects.toThrow(TypeError)
      }
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    })
  })

  describe('copyOut', () => {
    // When rows fill the buffer of the stream exactly, the end arrives while the stream is paused.
    it.each([0, 1, 80, 100, 150, 1000, 5000])(
      'copies %i rows out, and the connection still works',
      async (rows) => {
        const query = `select n, repeat('x', 200) as text from generate_series(1, ${rows}) n`
        for (let round = 0; round < 3; round++) {
          const copies = Array.from({ length: 12 }, () => database.copyOut(ana, query))
          for (const csv of await Promise.all(copies)) {
            expect((await csv.text()).split('\n')).toHaveLength(rows + 1)
          }
        }
        const alive = Array.from({ length: 12 }, () => database.query('select 1 as one'))
        expect(await Promise.all(alive)).toEqual(alive.map(() => [{ one: 1 }]))
      },
    )

    it.each([1, 80, 100, 150, 1000, 5000])(
      'throws the error after %i rows, and the connection still works',
      async (rows) => {
        const query = `select 1 / (${rows} - n), repeat('x', 200) from generate_series(0, ${rows}) n`
        for (let round = 0; round < 3; round++) {
          const copies = Array.from({ length: 12 }, () => database.copyOut(ana, query))
          for (const { reason } of (await Promise.allSettled(copies)) as PromiseRejectedResult[]) {
            expect(reason).toBeInstanceOf(DatabaseError)
            expect(reason).toMatchObject({ code: '22012' })
          }
        }
        const alive = Array.from({ length: 12 }, () => database.query('select 1 as one'))
        expect(await Promise.all(alive)).toEqual(alive.map(() => [{ one: 1 }]))
      },
    )
  })

  it('copyOut throws a DatabaseError when it cannot begin', async () => {
    const error = await database.copyOut(ana, 'select from nothing').catch((error) => error)
    expect(error).toBeInstanceOf(DatabaseError)
    expect(error).toMatchObject({ code: '42P01' })
  })

  describe('inBulk', () => {
    const read = (query: string) =>
      database.inBulk(async (session) => {
        const blocks: Uint8Array[] = []
        for await (const block of session.readCsv(query)) blocks.push(block)
        return Buffer.concat(blocks).toString()
      })

    it.each([0, 1, 80, 100, 150, 1000, 10_000])(
      'streams %i rows, tells null from empty text, and the connection still works',
      async (rows) => {
        const text = `case n % 2 when 0 then null else '' end`
        const query = `select n, ${text}, repeat('ñ', 200) from generate_series(1, ${rows}) n`
        const copies = await Promise.all(Array.from({ length: 12 }, () => read(query)))
        for (const csv of copies) {
          expect(csv.split('\n')).toHaveLength(rows + 1)
          if (rows > 1) expect(csv).toMatch(/^"1","","ñ{200}"\n"2",,"ñ{200}"\n/)
        }
        expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
      },
    )

    it.each([1, 150, 5000])(
      'throws the error after %i rows, and the connection still works',
      async (rows) => {
        const query = `select 1 / (${rows} - n), repeat('x', 200) from generate_series(0, ${rows}) n`
        for (let round = 0; round < 12; round++) {
          await expect(read(query)).rejects.toMatchObject({ code: '22012' })
        }
        expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
      },
    )

    it('rolls back when its callback throws, and has no statement timeout', async () => {
      await makeNotes()
      const work = database.inBulk(async (session) => {
        await session.execute(`insert into notes values (1, 'a', null)`)
        expect(await session.query('show statement_timeout', [])).toEqual([
          { statement_timeout: '0' },
        ])
        throw new Error('enough')
      })
      await expect(work).rejects.toThrow('enough')
      expect(await texts()).toEqual([])
    })
  })

  describe('copyIn', () => {
    const wordy = (id: number) => `${id},"line one\nline ""two"", ${'x'.repeat(200)}",\n`

    it('loads rows from chunks cut anywhere', async () => {
      await makeNotes()
      const csv = Array.from({ length: 500 }, (_, id) => wordy(id)).join('')
      async function* chunks() {
        for (let at = 0; at < csv.length; at += 777) yield csv.slice(at, at + 777)
      }
      await database.copyIn('notes', ['id', 'text', 'author'], chunks())
      expect(
        await database.query(
          'select count(*) as n, max(text) as text, count(author) as authors from notes',
        ),
      ).toEqual([{ n: 500, text: `line one\nline "two", ${'x'.repeat(200)}`, authors: 0 }])
    })

    it('loads more than fits into one block', async () => {
      await makeNotes()
      async function* chunks() {
        for (let id = 0; id < 90_000; id++) yield wordy(id)
      }
      await database.copyIn('notes', ['id', 'text', 'author'], chunks())
      expect(await database.query('select count(*) as n, sum(id) as sum from notes')).toEqual([
        { n: 90_000, sum: 4_049_955_000 },
      ])
    })

    it('loads no row when one is invalid or the source throws', async () => {
      await makeNotes()
      async function* doubled() {
        yield '1,one,\n2,two,\n'
        yield '1,again,\n'
      }
      const twice = database.copyIn('notes', ['id', 'text', 'author'], doubled())
      await expect(twice).rejects.toBeInstanceOf(DatabaseError)
      await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'notes_pkey' })
      const nowhere = database.copyIn('nowhere', ['id'], doubled())
      await expect(nowhere).rejects.toMatchObject({ code: '42P01' })
      async function* endless() {
        yield 'not a number,one,\n'
        for (let id = 0; id < 200_000; id++) yield wordy(id)
      }
      const early = database.copyIn('notes', ['id', 'text', 'author'], endless())
      await expect(early).rejects.toMatchObject({ code: '22P02' })

      const dry = new AppError('conflict', 'the source ran dry')
      async function* broken() {
        yield '1,one,\n'
        throw dry
      }
      const interrupted = database.copyIn('notes', ['id', 'text', 'author'], broken())
      await expect(interrupted).rejects.toBe(dry)
      expect(await texts()).toEqual([])
    })

    it('quotes the names of tables and columns', async () => {
      await database.query('create table "odd ""name" ("a column" text)')
      async function* rows() {
        yield 'one\n'
      }
      await database.copyIn('odd "name', ['a column'], rows())
      expect(await database.query('select * from "odd ""name"')).toEqual([{ 'a column': 'one' }])
    })
  })

  describe('an error', () => {
    it('is a short DatabaseError with its code and constraint, and no values', async () => {
      await makeNotes()
      await database.query(`insert into notes values (1, 'secret')`)
      const error = await database
        .query('insert into notes values ($1, $2)', [1, 'secret'])
        .catch((error) => error)
      expect(error).toBeInstanceOf(DatabaseError)
      expect(error).toMatchObject({
        code: '23505',
        constraint: 'notes_pkey',
        message: 'duplicate key value violates unique constraint "notes_pkey"',
      })
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret')
      expect(error.stack.length).toBeLessThan(2_000)
    })

    it('has the SQLSTATE code of an invalid statement', async () => {
      await expect(database.query('selec 1')).rejects.toMatchObject({ code: '42601' })
      await expect(database.query('select 1; select 2')).rejects.toMatchObject({ code: '42601' })
      await expect(database.query(`select $1::uuid`, ['x'])).rejects.toMatchObject({
        code: '22P02',
      })
    })
  })

  // 1,500 syntax errors took 8 MB of the embedded engine's stack, of which it may use 2.
  it('leaves the event loop free during a thousand statements', async () => {
    let answered = 0
    let turns = 0
    const crowd = Array.from({ length: 1_000 }, async (_, index) => {
      if (index % 2) await database.query('select 1')
      else await database.transaction((tx) => tx.query('select 1'))
      answered += 1
    })
    const watch = () => {
      if (answered === crowd.length) return
      turns += 1
      setImmediate(watch)
    }
    setImmediate(watch)
    await Promise.all(crowd)
    expect(turns).toBeGreaterThan(20)
  })

  it('still runs a recursive query after 1,500 errors', async () => {
    for (let times = 0; times < 1_500; times += 1) {
      await database.query('selec').catch((error) => expect(error.code).toBe('42601'))
    }
    const [row] = await database.query<{ depth: number }>(
      `with recursive steps (depth) as (select 1 union all select depth + 1 from steps where depth < 9)
       select max(depth) as depth from steps`,
    )
    expect(row?.depth).toBe(9)
  })

  describe('closing', () => {
    it('waits for open transactions, rejects new queries, and may be repeated', async () => {
      const database = await open()
      await makeNotes(database)
      const writing = database.transaction(async (tx) => {
        await tx.query(`insert into notes values (1, 'one')`)
        await new Promise((resolve) => setTimeout(resolve, 50))
        return texts(database).catch(() => tx.query('select text from notes'))
      })
      const closing = database.close()
      await expect(database.query('select 1')).rejects.toThrow('closed')
      expect(await writing).toEqual([{ text: 'one' }])
      await closing
      await database.close()
    })
  })
})

it.each([
  ['15.13 (Debian 15.13-0+deb12u1)', /^Hace falta PostgreSQL 16 o más nuevo; el de .* es 15\.13 /],
  ['9.6.24', /es 9\.6\.24\.$/],
])('refuses PostgreSQL %s', async (version, refusal) => {
  const engine = { query: async () => [{ version }] as never }
  await expect(requireVersion(engine)).rejects.toThrow(refusal)
})

it.each(['16.0', '19beta1'])('accepts PostgreSQL %s', async (version) => {
  const engine = { query: async () => [{ version }] as never }
  await expect(requireVersion(engine)).resolves.toBeUndefined()
})

describe('the address of PostgreSQL', () => {
  /** Resolves when the driver connects, to a server that closes the connection. */
  async function connects(server: Server, url: string): Promise<unknown> {
    const connected = once(server, 'connection').then(([socket]) => Boolean(socket.destroy()))
    const engine = openPostgres(url)
    const failed = engine.query('select 1').catch(() => sleep(100, false))
    const result = await Promise.race([connected, failed])
    await engine.close()
    server.close()
    return result
  }

  it('may be an IPv6 address', async ({ skip }) => {
    const server = createServer().listen(0, '::1')
    await once(server, 'listening').catch(() => skip('no IPv6 here'))
    const { port } = server.address() as AddressInfo
    expect(await connects(server, `postgres://ana:clave@[::1]:${port}/base`)).toBe(true)
  })

  it('may be the folder of its socket', async () => {
    const folder = makeTemporaryFolder()
    const server = createServer().listen(join(folder, '.s.PGSQL.5432'))
    await once(server, 'listening')
    const url = `postgres://ana@${encodeURIComponent(folder)}/base`
    expect(await connects(server, url)).toBe(true)
  })
})
