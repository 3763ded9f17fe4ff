import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseConfig, openDatabase } from '../../../server/data/open.ts'
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

  /** Opens with these migrations, asks, closes, and answers the rows of the last statement. */
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

  it('leaves nothing of a file that fails in its middle, and goes on when it is mended', async () => {
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

  it('refuses files whose numbers have gaps or repeat', async () => {
    const files: Record<string, string>[] = [
      { '0002_second.sql': '' },
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
