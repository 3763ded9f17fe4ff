/* The people of the browser tests: each test has its own, on a server that it shares with others. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../server/data/database.ts'
import { hashPassword } from '../../server/domain/passwords.ts'
import { createSessions } from '../../server/domain/sessions.ts'
import { newId } from '../../shared/id.ts'

/** More than the tests that a worker runs on one data folder. */
const LUCIAS = 400

/** The file with the sessions' tokens, in the folder that servers start on a copy of. */
const SESSIONS = 'sessions.json'

let turn = 0
let sessions: string[] | undefined

/** Called before each test: from now on `addressOf` returns addresses that nobody has used. */
export function nextPerson(): void {
  turn += 1
}

/** An e-mail address that no other test of this worker uses. */
export function addressOf(name: string): string {
  return addressIn(turn, name)
}

/** The organiser of a test. Her account is in the data folder that each server starts with. */
export const LUCIA = {
  firstName: 'Lucía',
  lastName: 'Fernández',
  get email() {
    return addressOf('lucia.fernandez')
  },
  /** The spaces at its ends count. */
  password: ' un patio lleno de baldosas ',
}

/** The token of an open session of this test's Lucía. */
export function sessionOfLucia(): string {
  const folder = process.env.PREPARED_DATA ?? ''
  sessions ??= JSON.parse(readFileSync(join(folder, SESSIONS), 'utf8')) as string[]
  const session = sessions[turn - 1]
  if (!session) throw new Error(`More than ${LUCIAS} tests in one worker: raise LUCIAS`)
  return session
}

/** Puts every Lucía, confirmed and signed in, into the database of `folder`. */
export async function addLucias(database: Database, folder: string): Promise<void> {
  const people = Array.from({ length: LUCIAS }, (_, index) => ({
    id: newId(),
    email: addressIn(index + 1, 'lucia.fernandez'),
  }))
  const ids = people.map(({ id }) => id)
  await database.query(
    `insert into users (id, email, first_name, last_name, email_confirmed_at)
     select id, email, $3, $4, now()
     from unnest($1::uuid[], $2::text[]) as person (id, email)`,
    [ids, people.map(({ email }) => email), LUCIA.firstName, LUCIA.lastName],
  )
  await database.query(
    'insert into passwords (user_id, hash) select id, $2 from unnest($1::uuid[]) as person (id)',
    [ids, await hashPassword(LUCIA.password)],
  )
  const { create } = createSessions(database, { now: () => new Date() })
  const tokens: string[] = []
  for (const id of ids) tokens.push(await create(id, 'Chrome en Linux'))
  writeFileSync(join(folder, SESSIONS), JSON.stringify(tokens))
}

function addressIn(turn: number, name: string): string {
  return `${name}.${turn}@example.com`
}
