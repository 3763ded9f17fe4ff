import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readMigrations } from '../../../server/data/migrate.ts'
import { type DatabaseConfig, openDatabase } from '../../../server/data/open.ts'
import { newId } from '../../../shared/id.ts'
import { configsOf, type EngineName } from '../../support/database.ts'

describe.each<EngineName>(['embedded', 'postgres'])('migrating on %s', (engine) => {
  const configs = configsOf(engine)
  const emptyDirs = configsOf('empty')
  let config: DatabaseConfig

  beforeEach(async () => {
    config = await configs()
    await ask(['drop schema public cascade', 'create schema public'], undefined)
  })

  /** A folder of migrations; a file given again replaces the one before. */
  async function folderOf(files: Record<string, string>, folder?: string): Promise<string> {
    const path = folder ?? (await emptyDirs()).dataDir
    for (const [name, script] of Object.entries(files)) await writeFile(join(path, name), script)
    return path
  }

  /** Opens the database with these migrations, runs the statements, closes it, and returns the rows of the last one. */
  async function ask(statements: string[], migrationsDir: string | undefined) {
    const database = await openDatabase({ ...config, migrationsDir })
    try {
      let rows: object[] = []
      for (const statement of statements) rows = await database.query(statement)
      return rows
    } finally {
      await database.close()
    }
  }

  const history = 'select number, name from migrations order by number'
  const notes = { '0001_notes.sql': 'create table notes (id integer);\nselect 1;' }

  it('applies each file once, in order', async () => {
    const folder = await folderOf(notes)
    expect(await ask([history], folder)).toEqual([{ number: 1, name: 'notes' }])

    await folderOf({ '0002_one-note.sql': 'insert into notes values (1);' }, folder)
    await ask([], folder)
    expect(await ask(['select id from notes'], folder)).toEqual([{ id: 1 }])
    expect(await ask([history], folder)).toEqual([
      { number: 1, name: 'notes' },
      { number: 2, name: 'one-note' },
    ])
  })

  it.runIf(engine === 'postgres')(
    'works without a superuser, but then leaves out the index of names',
    async () => {
      const owner = `owner_${newId().replaceAll('-', '')}`
      const statements = [
        `create role ${owner} createrole`,
        `grant member to ${owner}`,
        'drop schema public cascade',
        'create schema public',
        `grant all on schema public to ${owner}`,
      ]
      await ask(statements, await folderOf({}))
      config = { ...config, databaseUrl: `${config.databaseUrl}?role=${owner}` }
      const indexes = `
      select tableowner = '${owner}' as "own", to_regclass('contributions_by_date') is not null as "date",
             to_regclass('contributions_found') is not null as "found"
      from pg_tables where tablename = 'contributions'`
      expect(await ask([indexes], undefined)).toEqual([{ own: true, date: true, found: false }])
    },
  )

  it('widens the totals of a filled database, and keeps the rights to read them', async () => {
    const own = await readMigrations()
    const narrow = own.slice(
      0,
      own.findIndex(({ file }) => file === '0016_wider_totals'),
    )
    const folder = await folderOf(
      Object.fromEntries(narrow.map(({ file, script }) => [`${file}.sql`, script])),
    )
    const person = newId()
    const collection = newId()
    const give = (amount: string) => `
      insert into contributions (
        id, collection_id, organiser_id, contributor_id, contributor_name, contributor_folded,
        payment_method, amount, payment_status
      )
      values ('${newId()}', '${collection}', '${person}', '${person}', 'x', 'x', 'Transferencia',
              ${amount}, 'confirmed')`
    await ask(
      [
        `insert into users (id, email, first_name, last_name)
         values ('${person}', 'lucia@example.com', 'Lucía', 'Fernández')`,
        `insert into collections (
           id, creator_id, creator_email, title, title_folded, suggested_amount, total_amount,
           deadline, bank_account
         )
         values ('${collection}', '${person}', 'x', 'x', 'x', 1, 1, '2026-12-01', 'x')`,
        give('0.01'),
      ],
      folder,
    )

    const database = await openDatabase(config)
    try {
      for (let times = 0; times < 101; times++) await database.query(give('9999999999.99'))
      const seen = await database.asMember(person, (tx) =>
        tx.query(
          `select k.amount_reported as reported, c.amount_collected as collected
           from collections k join contributed_collections c on c.id = k.id`,
        ),
      )
      expect(seen).toEqual([{ reported: '1009999999999.00', collected: '1009999999999.00' }])
      await expect(
        database.asMember(person, (tx) => tx.query('select from public_collections')),
      ).rejects.toMatchObject({ code: '42501' })
    } finally {
      await database.close()
    }
  })

  it('rolls back a file that fails in its middle, and applies it once it is repaired', async () => {
    const folder = await folderOf({
      ...notes,
      '0002_half.sql':
        'create table half (id integer); insert into notes values (1); select 1 / 0;',
    })
    await expect(ask([], folder)).rejects.toThrow('La migración 0002_half falló: division by zero')

    const before = await folderOf(notes)
    expect(await ask([history], before)).toEqual([{ number: 1, name: 'notes' }])
    expect(
      await ask(
        [`select to_regclass('half') as half, (select count(*) from notes) as notes`],
        before,
      ),
    ).toEqual([{ half: null, notes: 0 }])

    await folderOf({ '0002_half.sql': 'insert into notes values (2);' }, folder)
    expect(await ask(['select id from notes'], folder)).toEqual([{ id: 2 }])
  })

  it('refuses an applied file that has changed, but not one with other line ends', async () => {
    const folder = await folderOf(notes)
    await ask([], folder)
    await folderOf({ '0001_notes.sql': 'create table notes (id integer);\r\nselect 1;' }, folder)
    await ask([], folder)
    await folderOf({ '0001_notes.sql': 'create table notes (id bigint);' }, folder)
    await expect(ask([], folder)).rejects.toThrow(
      'La migración 0001_notes cambió después de aplicarse a esta base de datos.',
    )
  })

  it('refuses a database of a newer program', async () => {
    await ask([], await folderOf({ ...notes, '0002_later.sql': 'select 1;' }))
    await expect(ask([], await folderOf(notes))).rejects.toThrow(
      'La base de datos es de una versión más nueva de Entre Todos: tiene la migración 0002_later. Actualiza el programa.',
    )
  })

  it('refuses files without a number or with one that repeats', async () => {
    const files: Record<string, string>[] = [
      { '0000_none.sql': '' },
      { '0001_one.sql': '', '0001_two.sql': '' },
      { 'notes.sql': '' },
    ]
    for (const each of files) {
      await expect(ask([], await folderOf(each))).rejects.toThrow('without gaps')
    }
  })

  it.runIf(engine === 'postgres')('lets many processes start at once', async () => {
    const folder = await folderOf({
      '0001_notes.sql': 'create table notes (id integer); select pg_sleep(0.2);',
      '0002_one-note.sql': 'insert into notes values (1); select pg_sleep(0.2);',
    })
    await Promise.all(Array.from({ length: 5 }, () => ask([], folder)))
    expect(await ask(['select id from notes'], folder)).toEqual([{ id: 1 }])
  })
})
