import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/data/open.ts'
import { configsOf, eachEngine } from '../support/database.ts'
import { buildPerson, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

eachEngine((open) => {
  let app: TestApp
  const named = 'jefa@example.com'

  beforeAll(async () => {
    app = await buildApp(await open(), {
      env: { ADMIN_EMAILS: ` otra@example.com , ${named.toUpperCase()}` },
    })
  })

  const isAdmin = async (person: Person) => (await person.get('/api/session')).body.user.isAdmin

  it('[A8] counts an address of ADMIN_EMAILS once it is confirmed', async () => {
    const person = await buildPerson(app, { email: named })
    expect(await isAdmin(person)).toBe(true)
    await app.database.query('update users set email_confirmed_at = null where id = $1', [
      person.id,
    ])
    expect(await isAdmin(person)).toBe(false)
    expect(await isAdmin(await buildPerson(app))).toBe(false)
  })
})

describe('[A8] npm run admin', () => {
  const configs = configsOf('embedded')

  async function admin(dataDir: string, ...args: string[]) {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'scripts/admin.ts', ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
    const [said, refused] = [text(child.stdout), text(child.stderr)]
    const [code] = await once(child, 'exit')
    return { code, said: (await said).trim(), refused: (await refused).trim() }
  }

  it('grants, lists and revokes', async () => {
    const { dataDir } = await configs()
    const database = await openDatabase({ dataDir })
    await database.query(
      `insert into users (id, email, first_name, last_name, email_confirmed_at)
       values (gen_random_uuid(), 'lucia@example.com', 'Lucía', 'Fernández', now()),
              (gen_random_uuid(), 'nueva@example.com', 'Ana', 'Paz', null)`,
    )
    await database.close()

    const done = (said: string) => ({ code: 0, said, refused: '' })
    const no = (refused: string) => ({ code: 1, said: '', refused })
    expect(await admin(dataDir, 'grant', 'Lucia@example.com')).toEqual(
      done('lucia@example.com ya administra.'),
    )
    expect(await admin(dataDir, 'list')).toEqual(done('lucia@example.com'))
    expect(await admin(dataDir, 'grant', 'nadie@example.com')).toEqual(
      no('No existe una cuenta con el email nadie@example.com.'),
    )
    expect(await admin(dataDir, 'grant', 'nueva@example.com')).toEqual(
      no('nueva@example.com todavía no confirmó su email.'),
    )
    expect(await admin(dataDir, 'revoke', 'lucia@example.com')).toEqual(
      done('lucia@example.com ya no administra.'),
    )
    expect(await admin(dataDir, 'list')).toEqual(done('Nadie administra esta instalación.'))
    expect(await admin(dataDir, 'promote', 'lucia@example.com')).toEqual(
      no('Uso: npm run admin -- grant EMAIL | revoke EMAIL | list'),
    )
  })
})
