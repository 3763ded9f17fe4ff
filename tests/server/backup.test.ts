import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { startS3 } from '../../scripts/start-s3.ts'
import { type BackupSource, backUp } from '../../server/backup/back-up.ts'
import { eachOf } from '../../server/backup/each-of.ts'
import { move } from '../../server/backup/move.ts'
import { restore } from '../../server/backup/restore.ts'
import type { Database } from '../../server/data/database.ts'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import { type DatabaseConfig, openDatabase, openWithoutMigrating } from '../../server/data/open.ts'
import type { ReceiptFiles } from '../../server/data/receipt-files.ts'
import { s3ReceiptFiles } from '../../server/data/s3-receipt-files.ts'
import { deleteDoomedFiles } from '../../server/domain/account-deletion.ts'
import { configsOf, type EngineName } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildMember,
  buildPerson,
  buildReport,
  type Person,
} from '../support/people.ts'
import { announce } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { byTier, enginesOfTier, isHard } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

const OWN_MIGRATIONS = fileURLToPath(new URL('../../migrations/server', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'entre-todos-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let folders = 0
const newFolder = () => join(folder, String(++folders))

type Store = 'a folder' | 'a bucket'

/** An installation: a database and a store of receipts. It is empty until `fill` adds data through a server. */
interface Place extends BackupSource {
  config: DatabaseConfig
}

interface World {
  app: TestApp
  lucia: Person
  bruno: Person
  collectionId: string
  receipts: { id: string; bytes: Buffer }[]
}

const places = {
  embedded: configsOf('embedded'),
  postgres: configsOf('postgres'),
}

async function newPlace(engine: EngineName, store: Store = 'a folder'): Promise<Place> {
  const config = await places[engine]()
  const { dataDir } = config
  const files =
    store === 'a folder'
      ? localReceiptFiles(dataDir)
      : s3ReceiptFiles(dataDir, (await startS3()).bucket)
  return {
    config,
    dataDir,
    files,
    database: await openWithoutMigrating(config),
    hasOwnSecret: false,
  }
}

/** Starts a server on that installation and adds rows of every kind and two receipts. */
async function fill(place: Place): Promise<World> {
  const app = await serve(place)
  const lucia = await buildMember(app, 'un mate por favor')
  const bruno = await buildPerson(app, { firstName: 'Bruno "el Ñato"', lastName: "O'Higgins;\n" })
  const collectionId = await buildCollection(app, lucia, { description: 'línea\n"dos", \\N €' })
  await buildReport(app, collectionId, { message: '' }, bruno)
  await buildManualContribution(lucia, collectionId)
  await app.context.mailQueue.add(app.database, 'password-changed', bruno.email)
  const receipts = [await sendReceipt(app, collectionId), await sendReceipt(app, collectionId)]
  return { app, lucia, bruno, collectionId, receipts }
}

function serve({ database, files, dataDir }: BackupSource): Promise<TestApp> {
  return buildApp(database, { env: { DATA_DIR: dataDir }, overrides: { files } })
}

async function sendReceipt(app: TestApp, collectionId: string) {
  const server = await serveApp(app)
  const bytes = picture(20_000)
  const { id, capability } = await announce(app, collectionId)
  await upload(server.origin, bytes, metadataOf(bytes, capability))
  await server.close()
  return { id, bytes }
}

/** Returns every row of each table that a backup holds, as JSON, read without the code under test. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('migrations', 'feed', 'sync_state', 'uploads')
     order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t`,
    )
    all[name] = rows.map(({ row }) => row).sort()
  }
  return all
}

const epochOf = async (database: Database) =>
  (await database.query<{ epoch: string }>('select epoch from sync_state'))[0]?.epoch

/** The file as the person's browser gets it. */
async function readReceipt(app: TestApp, person: Person, id: string): Promise<Buffer> {
  const { body } = await person.get(`/api/receipts/${id}/url`)
  const headers = { cookie: `session=${person.cookies.get('session')}` }
  const answer = await app.fetch(body.url, { headers })
  return Buffer.from(await answer.arrayBuffer())
}

/** The same person, in front of the restored server: their browser has not changed. */
function sameBrowser(person: Person, app: TestApp): Person {
  const { cookies } = person
  const same = visitor(app)
  for (const [name, value] of cookies) same.cookies.set(name, value)
  return { ...person, ...same }
}

type Way = [EngineName, Store, EngineName, Store]

/** Backs up each engine and each store once, and restores each once. */
const ACROSS: Way[] = [
  ['embedded', 'a folder', 'postgres', 'a bucket'],
  ['postgres', 'a bucket', 'embedded', 'a folder'],
]
const ALIKE: Way[] = [
  ['embedded', 'a folder', 'embedded', 'a folder'],
  ['postgres', 'a bucket', 'postgres', 'a bucket'],
]

type Damage = [file: string, damage: (path: string) => void]

const DAMAGES: Damage[] = [
  ['tables/contributions.csv', (path) => appendFileSync(path, readFileSync(path))],
  ['tables/users.csv', (path) => writeFileSync(path, '')],
  ['tables/collections.csv', (path) => rmSync(path)],
  ['manifest.json', (path) => writeFileSync(path, '{"format":1}')],
  ['manifest.json', (path) => writeFileSync(path, '{"for')],
]
const UNPROVEN: Damage[] = [
  ['secret', (path) => writeFileSync(path, readFileSync(path).subarray(0, 20))],
  ['secret', (path) => writeFileSync(path, '')],
  ['secret', (path) => rmSync(path)],
  ['SHA256SUMS', (path) => rmSync(path)],
]
/** The first in the first tier, all in the hard one. */
const oneOfTier = (damages: Damage[]) => byTier({ test: damages.slice(0, 1), hard: damages })

describe.each(byTier({ test: ACROSS, hard: ALIKE }))(
  'a backup of %s with receipts in %s',
  (engine, store, otherEngine, otherStore) => {
    let source: Place
    let world: World
    let target: Place
    let to: string
    beforeAll(async () => {
      source = await newPlace(engine, store)
      world = await fill(source)
      to = newFolder()
      await backUp(source, to)
      target = await newPlace(otherEngine, otherStore)
      return async () => {
        await source.database.close()
        await target.database.close()
      }
    })

    it('leaves out what a restore starts empty', () => {
      const tables = readdirSync(join(to, 'tables'))
      const empty = ['migrations', 'feed', 'sync_state', 'uploads', 'upload_locks']
      expect(tables.filter((file) => empty.includes(file.replace('.csv', '')))).toEqual([])
    })

    it('can be verified with sha256sum alone', () => {
      const sums = readFileSync(join(to, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
      for (const line of sums) {
        const [sha256, file = ''] = line.split('  ')
        const bytes = readFileSync(join(to, file))
        expect(createHash('sha256').update(bytes).digest('hex'), file).toBe(sha256)
      }
      const files = readdirSync(to, { recursive: true, withFileTypes: true })
      expect(sums).toHaveLength(files.filter((file) => file.isFile()).length - 1)
      expect(existsSync(`${to}.unfinished`)).toBe(false)
    })

    it(`is restored on ${otherEngine} in ${otherStore}, every row and byte, in a new epoch`, async () => {
      const before = await rowsOf(source.database)
      expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(6)
      const epochs = [await epochOf(source.database), await epochOf(target.database)]

      await restore(target, to, { replace: false })

      expect(await rowsOf(target.database)).toEqual(before)
      expect(epochs).not.toContain(await epochOf(target.database))
      const [feed] = await target.database.query('select count(*) as lines from feed')
      expect(feed).toEqual({ lines: 0 })
      const planned = await target.database.query(
        `select from pg_stats where tablename = 'contributions' and attname = 'collection_id'`,
      )
      expect(planned).toHaveLength(1) // without them a large list is slow until the next analyze
    })

    it('works there: sessions, rights, receipts, totals and the feed', async () => {
      const app = await serve(target)
      const { collectionId, receipts } = world
      const lucia = sameBrowser(world.lucia, app)
      for (const { id, bytes } of receipts) {
        expect((await readReceipt(app, lucia, id)).equals(bytes)).toBe(true)
      }
      const bruno = sameBrowser(world.bruno, app)
      expect((await bruno.query('collection', { id: collectionId })).body).toBeNull()

      const total = async () =>
        (await lucia.query('collection', { id: collectionId })).body.confirmedCount
      const before = await total()
      await buildReport(app, collectionId)
      expect(await total()).toBe(before + 1)
      const [feed] = await target.database.query(
        'select count(*) > 0 as told from feed where person_id = $1',
        [lucia.id],
      )
      expect(feed).toEqual({ told: true })
    })
  },
)

describe.each(enginesOfTier())('with %s', (engine) => {
  let source: Place
  let world: World
  let saved: string
  const opened: Place[] = []
  beforeAll(async () => {
    source = await newPlace(engine)
    world = await fill(source)
    saved = newFolder()
    await backUp(source, saved)
    return async () => {
      for (const { database } of [source, ...opened]) await database.close()
    }
  })

  async function empty(): Promise<Place> {
    const place = await newPlace(engine)
    opened.push(place)
    return place
  }

  /** The backup, with one of its files changed. */
  function damagedBackup(file: string, damage: (path: string) => void): string {
    const copy = newFolder()
    cpSync(saved, copy, { recursive: true })
    damage(join(copy, file))
    return copy
  }

  const people = async ({ database }: Place) =>
    (await database.query<{ n: number }>('select count(*) as n from users'))[0]?.n

  it('a backup is consistent while rows are written', async () => {
    const to = newFolder()
    let isDone = false
    const writing = (async () => {
      while (!isDone) await buildReport(world.app, world.collectionId)
    })()
    await backUp(source, to)
    isDone = true
    await writing
    const target = await empty()
    await restore(target, to, { replace: false })
    const [row] = await target.database.query(
      `select count(*) as rows, max(k.confirmed_count) as counted, sum(c.amount) as amount,
              max(k.amount_collected) as collected
       from contributions c join collections k on k.id = c.collection_id
       where c.payment_status = 'confirmed'`,
    )
    const { rows, counted, amount, collected } = row as Record<string, unknown>
    expect([counted, collected]).toEqual([rows, amount])
  })

  it('a backup never touches a folder that exists', async () => {
    const before = readdirSync(saved)
    await expect(backUp(source, saved)).rejects.toThrow('ya existe')
    expect(readdirSync(saved)).toEqual(before)
  })

  it('a backup removes those beside it whose process was killed, and nothing else', async () => {
    const beside = newFolder()
    const put = (path: string) => {
      mkdirSync(dirname(join(beside, path)), { recursive: true })
      writeFileSync(join(beside, path), '')
    }
    const dead = 'lock/1_1_otra'
    for (const part of [dead, 'tables/users.csv', 'manifest.json']) put(`monday.unfinished/${part}`)
    utimesSync(join(beside, 'monday.unfinished', dead), 0, 0)
    put(`tuesday.unfinished/${dead}`) // its heartbeat is of now
    put('photos.unfinished/tables/1.jpg')
    put('letter.unfinished')
    put('sunday/manifest.json')
    await backUp(source, join(beside, 'wednesday'))
    expect(readdirSync(beside).toSorted()).toEqual([
      'letter.unfinished',
      'photos.unfinished',
      'sunday',
      'tuesday.unfinished',
      'wednesday',
    ])
    expect(readdirSync(join(beside, 'wednesday'))).not.toContain('lock')
  })

  it('a backup begins again after one to the same folder was killed', async () => {
    const to = newFolder()
    mkdirSync(join(`${to}.unfinished`, 'tables'), { recursive: true }) // of a release without locks
    await backUp(source, to)
    expect(existsSync(`${to}.unfinished`)).toBe(false)
  })

  it('a backup leaves a folder that another writes, and one with other files', async () => {
    const to = newFolder()
    const file = join(`${to}.unfinished`, 'lock', '1_1_otra')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
    await expect(backUp(source, to)).rejects.toThrow('en curso')
    expect(existsSync(file)).toBe(true)
    utimesSync(file, 0, 0)
    writeFileSync(join(`${to}.unfinished`, 'notas.txt'), '')
    await expect(backUp(source, to)).rejects.toThrow('ya existe')
    expect(existsSync(join(`${to}.unfinished`, 'notas.txt'))).toBe(true)
  })

  it('a restore takes no unfinished backup, though it has its manifest', async () => {
    const unfinished = newFolder()
    cpSync(saved, unfinished, { recursive: true })
    mkdirSync(join(unfinished, 'lock'))
    const target = await empty()
    await expect(restore(target, unfinished, { replace: false })).rejects.toThrow('no se terminó')
    await target.database.close()
  })

  it('the embedded database removes what a killed move left', async () => {
    const config = await places.embedded()
    mkdirSync(join(config.dataDir, 'moving', 'tables'), { recursive: true })
    await (await openWithoutMigrating(config)).close()
    expect(existsSync(join(config.dataDir, 'moving'))).toBe(false)
  })

  it('a database without our tables is not backed up', async () => {
    const place = await empty()
    await place.database.query('drop schema public cascade')
    await place.database.query('create schema public')
    const to = newFolder()
    await expect(backUp(place, to)).rejects.toThrow('no hay nada que copiar')
    expect(existsSync(to) || existsSync(`${to}.unfinished`)).toBe(false)
  })

  it('a restore refuses a filled database, and replaces it on request', async () => {
    const served = await empty()
    const other = await fill(served)
    await other.app.context.close()
    const target = { ...served, database: await openWithoutMigrating(served.config) }
    opened.push(target)
    await target.database.query("insert into doomed_files (path) values ('colecta/waits.png')")
    const before = await rowsOf(target.database)
    await expect(restore(target, saved, { replace: false })).rejects.toThrow('Ahí ya hay datos')
    expect(await rowsOf(target.database)).toEqual(before)

    await restore(target, saved, { replace: true })
    const { doomed_files, ...rows } = await rowsOf(target.database)
    const { doomed_files: _, ...wanted } = await rowsOfBackup()
    expect(rows).toEqual(wanted)

    // The next sweep deletes only files that no row refers to any more.
    expect(doomed_files).toHaveLength(other.receipts.length + 1)
    const countAfterSweep = async () => {
      await deleteDoomedFiles(target)
      const left = readdirSync(join(target.dataDir, 'receipts'), { recursive: true }).map(String)
      return left.filter((name) => name.endsWith('.png')).length
    }
    expect(await countAfterSweep()).toBe(world.receipts.length)

    await restore(target, saved, { replace: true })
    expect(await countAfterSweep()).toBe(world.receipts.length)
  })

  async function rowsOfBackup() {
    const place = await empty()
    await restore(place, saved, { replace: false })
    return rowsOf(place.database)
  }

  it("a restore never touches another program's tables", async () => {
    const target = await empty()
    await target.database.query('drop schema public cascade')
    await target.database.query('create schema public')
    await target.database.query('create table theirs (id integer)')
    await expect(restore(target, saved, { replace: true })).rejects.toThrow(
      'tablas de otro programa',
    )
    expect(await target.database.query('select * from theirs')).toEqual([])
  })

  it.each(oneOfTier(DAMAGES))(
    'a damaged backup is refused and leaves nothing: %s',
    async (file, damage) => {
      const target = await empty()
      await expect(
        restore(target, damagedBackup(file, damage), { replace: false }),
      ).rejects.toThrow()
      expect(await people(target)).toBe(0)
    },
  )

  it('a changed byte in a table or a receipt is named', async () => {
    const target = await empty()
    const change = (path: string) => {
      const bytes = readFileSync(path)
      bytes.writeUInt8((bytes.at(-10) ?? 0) ^ 1, bytes.length - 10)
      writeFileSync(path, bytes)
    }
    const [receipt = ''] = readdirSync(join(saved, 'receipts'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.png'))
    for (const file of ['tables/users.csv', `receipts/${receipt}`]) {
      await expect(
        restore(target, damagedBackup(file, change), { replace: false }),
        file,
      ).rejects.toThrow(`La copia está dañada: ${file}`)
      expect(await people(target)).toBe(0)
    }
  })

  it.each(oneOfTier(UNPROVEN))(
    'a secret that is not proven is refused before anything is written: %s',
    async (file, damage) => {
      const target = await empty()
      const own = join(target.dataDir, 'secret')
      writeFileSync(own, 'what signed until now')
      await expect(
        restore(target, damagedBackup(file, damage), { replace: false }),
      ).rejects.toThrow(`La copia está dañada: ${file} no es lo que era.`)
      expect(readFileSync(own, 'utf8')).toBe('what signed until now')
      expect(await people(target)).toBe(0)
      // A secret in the environment makes that of the backup unnecessary.
      if (file === 'secret') {
        const elsewhere = { ...target, hasOwnSecret: true }
        await restore(elsewhere, damagedBackup(file, damage), { replace: false })
        expect(readFileSync(own, 'utf8')).toBe('what signed until now')
      }
    },
  )

  it('a restore writes the secret of the backup', async () => {
    const target = await empty()
    await restore(target, saved, { replace: false })
    const [before, after] = [source, target].map(({ dataDir }) =>
      readFileSync(join(dataDir, 'secret'), 'utf8'),
    )
    expect(after).toBe(before)
  })

  it('a backup of a newer program is refused', async () => {
    const newer = damagedBackup('manifest.json', (path) => {
      const manifest = JSON.parse(readFileSync(path, 'utf8'))
      manifest.migrations.push({ file: '9999_tomorrow', checksum: 'x' })
      writeFileSync(path, JSON.stringify(manifest))
    })
    await expect(restore(await empty(), newer, { replace: false })).rejects.toThrow('9999_tomorrow')
  })

  it.runIf(isHard)('a backup of an older program is brought up to date', async () => {
    const migrationsDir = newFolder()
    mkdirSync(migrationsDir)
    const own = readdirSync(OWN_MIGRATIONS).sort()
    for (const name of own.slice(0, 10)) {
      copyFileSync(join(OWN_MIGRATIONS, name), join(migrationsDir, name))
    }
    const old = await empty()
    await old.database.query('drop schema public cascade')
    await old.database.query('create schema public')
    await old.database.close()
    const database = await openDatabase({ ...old.config, migrationsDir })
    opened.push({ ...old, database })
    await database.query(
      `insert into users (id, email, first_name, last_name)
       values (gen_random_uuid(), 'lucia@example.com', 'Lucía', 'Fernández')`,
    )
    const to = newFolder()
    await backUp({ ...old, database }, to)
    const target = await empty()
    await restore(target, to, { replace: false })
    expect(await people(target)).toBe(1)
    const [history] = await target.database.query('select count(*) as n from migrations')
    expect(history).toEqual({ n: own.length })
  })

  it('a backup reads no further receipt after one that cannot be read', async () => {
    const begun: number[] = []
    const reading = eachOf(Array(100).keys(), async (number) => {
      begun.push(number)
      if (number === 3) throw new Error('EIO')
    })
    await expect(reading).rejects.toThrow('EIO')
    expect(begun.length).toBeLessThan(20)
  })

  it('a backup names a receipt that the store has lost, and saves everything else', async () => {
    const [lost] = await source.database.query<{ path: string }>(
      'select path from receipts limit 1',
    )
    const path = lost?.path ?? ''
    const files: ReceiptFiles = {
      ...source.files,
      read: (asked, range) => source.files.read(asked === path ? `${path}.not` : asked, range),
    }
    const to = newFolder()
    const { receipts } = await backUp({ ...source, files }, to)
    expect(receipts).toMatchObject({ count: world.receipts.length - 1, missing: [path] })
    const target = await empty()
    await restore(target, to, { replace: false })
    expect((await rowsOf(target.database)).receipts).toHaveLength(world.receipts.length)
  })

  it('rows and receipts agree when an account is deleted during a backup', async () => {
    const place = await empty()
    const { lucia } = await fill(place)
    let isDeleted = false
    const files: ReceiptFiles = {
      ...place.files,
      async read(path, range) {
        if (!isDeleted) {
          isDeleted = true
          const { status } = await lucia.post('/api/account/delete', { proof: 'un mate por favor' })
          if (status >= 300) throw new Error(`Not deleted: ${status}`)
          await deleteDoomedFiles(place)
        }
        return place.files.read(path, range)
      },
    }
    const to = newFolder()
    const { receipts, tables } = await backUp({ ...place, files }, to)
    expect(receipts).toMatchObject({ count: 0, missing: [] })
    expect(tables.find(({ name }) => name === 'receipts')?.rows).toBe(0)
  })
})

describe('a restore on PostgreSQL', () => {
  const to = newFolder()
  beforeAll(async () => {
    const source = await newPlace('postgres')
    await fill(source)
    await backUp(source, to)
    await source.database.close()
  })

  it.each(['', '?application_name=psql', '?Application_Name=psql'])(
    'is refused while a server uses the database, with any parameters in its URL: %j',
    async (parameters) => {
      const target = await newPlace('postgres')
      const databaseUrl = `${target.config.databaseUrl}${parameters}`
      const server = await openDatabase({ ...target.config, databaseUrl })
      await server.query('select 1')
      await expect(restore(target, to, { replace: true })).rejects.toThrow('Detenlo antes')
      await server.close()
      await restore(target, to, { replace: true })
      await target.database.close()
    },
  )
})

describe('moving', () => {
  it('brings every row from the embedded database to an empty PostgreSQL, and only there', async () => {
    const source = await newPlace('embedded')
    const { lucia, receipts } = await fill(source)
    const target = await newPlace('postgres')
    await move(source.database, target.database, source.dataDir)
    expect(await rowsOf(target.database)).toEqual(await rowsOf(source.database))
    expect(existsSync(join(source.dataDir, 'moving'))).toBe(false)

    const app = await serve({ ...source, database: target.database })
    const there = sameBrowser(lucia, app)
    for (const { id, bytes } of receipts) {
      expect((await readReceipt(app, there, id)).equals(bytes)).toBe(true)
    }

    await expect(move(source.database, target.database, source.dataDir)).rejects.toThrow(
      'Ahí ya hay datos',
    )
    await source.database.close()
    await target.database.close()
  })
})
