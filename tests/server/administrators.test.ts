import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { administer } from '../../scripts/administer.ts'
import { root } from '../../scripts/child.mjs'
import { BRIEF } from '../../scripts/run-server.ts'
import { openDatabase } from '../../server/data/open.ts'
import { signOutEverywhere } from '../../server/domain/administrators.ts'
import { configsOf } from '../support/database.ts'
import { buildPerson, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

const USAGE = 'Uso: npm run admin -- grant EMAIL | revoke EMAIL | list | sign-out EMAIL'

engineOfTier((open) => {
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
    const granted = await buildPerson(app)
    expect(await isAdmin(granted)).toBe(false)
    await app.database.query('update users set is_admin = true where id = $1', [granted.id])
    expect(await isAdmin(granted)).toBe(true)
  })

  it('a new installation has no account, and so no administrator', async () => {
    expect(await (await open()).query('select email from users')).toEqual([])
  })

  it('[A1] signs one person out everywhere when an administrator ends their sessions', async () => {
    const [lucia, other] = [await buildPerson(app), await buildPerson(app)]
    const elsewhere = visitor(app)
    elsewhere.cookies.set('session', await app.context.sessions.create(lucia.id))
    expect(await signOutEverywhere(app.database, lucia.email)).toBe(2)
    const seen = [lucia, elsewhere, other].map((who) => who.get('/api/session'))
    const users = (await Promise.all(seen)).map(({ body }) => body.user?.email ?? null)
    expect(users).toEqual([null, null, other.email])
  })
})

describe('[A8] npm run admin', () => {
  const configs = configsOf('embedded')

  /** Runs the command in a process of its own. */
  async function runAdmin(dataDir: string, ...args: string[]) {
    const child = spawn(
      process.execPath,
      [...BRIEF, 'scripts/run.mjs', 'scripts/admin.ts', ...args],
      {
        cwd: root,
        env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      },
    )
    const [said, refused] = [text(child.stdout), text(child.stderr)]
    const [code] = await once(child, 'exit')
    return { code, said: (await said).trim(), refused: (await refused).trim() }
  }

  /** Does in this process what the command does. */
  async function runHere(dataDir: string, ...args: string[]) {
    const database = await openDatabase({ dataDir })
    try {
      return { code: 0, said: await administer(args)(database), refused: '' }
    } catch (error) {
      return { code: 1, said: '', refused: (error as Error).message }
    } finally {
      await database.close()
    }
  }

  // Opens the database ten times.
  it('grants, lists, revokes and signs out', { timeout: 60_000 }, async () => {
    const { dataDir } = await configs()
    const database = await openDatabase({ dataDir })
    await database.query(
      `insert into users (id, email, first_name, last_name, email_confirmed_at)
       values (gen_random_uuid(), 'lucia@example.com', 'Lucía', 'Fernández', now()),
              (gen_random_uuid(), 'nueva@example.com', 'Ana', 'Paz', null)`,
    )
    await database.query(
      `insert into sessions (id, user_id, expires_at)
       select 'una', id, now() + interval '1 day' from users where email = 'lucia@example.com'`,
    )
    await database.close()

    const done = (said: string) => ({ code: 0, said, refused: '' })
    const no = (refused: string) => ({ code: 1, said: '', refused })
    expect(await runAdmin(dataDir, 'grant', 'Lucia@example.com')).toEqual(
      done('lucia@example.com ya administra.'),
    )
    expect(await runHere(dataDir, 'list')).toEqual(done('lucia@example.com'))
    expect(await runHere(dataDir, 'grant', 'nadie@example.com')).toEqual(
      no('No existe una cuenta con el email nadie@example.com.'),
    )
    expect(await runHere(dataDir, 'grant', 'nueva@example.com')).toEqual(
      no('nueva@example.com todavía no confirmó su email.'),
    )
    expect(await runHere(dataDir, 'revoke', 'lucia@example.com')).toEqual(
      done('lucia@example.com ya no administra.'),
    )
    expect(await runHere(dataDir, 'list')).toEqual(done('Nadie administra esta instalación.'))
    for (const count of [1, 0]) {
      expect(await runHere(dataDir, 'sign-out', 'lucia@example.com')).toEqual(
        done(`Sesiones cerradas de lucia@example.com: ${count}.`),
      )
    }
    expect(await runHere(dataDir, 'sign-out', 'nadie@example.com')).toEqual(
      no('No existe una cuenta con el email nadie@example.com.'),
    )
    expect(await runAdmin(dataDir, 'constructor', 'lucia@example.com')).toEqual({
      ...no(USAGE),
      code: 2,
    })
    expect(await runHere(dataDir, 'promote', 'lucia@example.com')).toEqual(no(USAGE))
    for (const name of ['list', 'grant', 'revoke', 'sign-out']) {
      expect(() => administer([name, 'lucia@example.com', 'ana@example.com'])).toThrow(USAGE)
    }
  })
})
