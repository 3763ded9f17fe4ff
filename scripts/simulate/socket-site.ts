/* The parts of a run over real sockets: PostgreSQL, two server processes, and clients behind bad proxies. */
import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../server/data/database.ts'
import { newId } from '../../shared/id.ts'
import { makeOrganisers } from '../load/make-organisers.ts'
import { createRandom } from '../seed/random.ts'
import { type ServerProcess, startUnlimitedServer } from '../start-server.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { recordEffects } from './audit-triggers.ts'
import { type BadProxy, startBadProxy } from './bad-proxy.ts'
import { openEngines, openOwnDatabase } from './run-databases.ts'
import { createSocketClient, type Register, type SocketClient } from './socket-client.ts'

export type RunRecord = ReturnType<typeof createRunRecord>
export type SocketSite = Awaited<ReturnType<typeof openSocketSite>>

export interface Person {
  id: string
  email: string
  token: string
}

export interface ProxiedClient {
  client: SocketClient
  proxy: BadProxy
  person: Person
}

/** A guest's report, or a contribution that SQL added. */
export interface Report {
  collectionId: string
  contributorName: string
  /** In centavos. */
  amount: number
  acknowledged: boolean
}

const LOG_LENGTH = 600 // lines

const DEVICES = [
  { name: "Lucía's phone", person: 0 },
  { name: "Lucía's laptop", person: 0 },
  { name: "Bruno's phone", person: 1 },
] as const

/** Starts everything but the clients. */
export async function openSocketSite(seed: number, record: RunRecord) {
  const folder = makeTemporaryFolder()
  const { database, url = '', close } = await openOwnDatabase('postgres', folder)
  await recordEffects(database)
  const start = () => startUnlimitedServer(`${folder}/data`, { DATABASE_URL: url })
  const servers = await Promise.all([start(), start()] as const)
  const origins = [servers[0].origin, servers[1].origin] as const

  const people = await addPeople(database)
  const bySql = [await addRegister(database, people[0]), await addRegister(database, people[1])]
  const own = await Promise.all(DEVICES.map(({ person }) => addRegister(database, people[person])))
  const registers = [...bySql, ...own]

  let proxies = 0
  const startProxy = (name: string) =>
    startBadProxy({
      random: createRandom(seed * 1000 + ++proxies),
      origins,
      onMishap(what, path = '') {
        record.count(what)
        record.log(`${name}: ${what} ${path.replace(/\?.*/, '')}`)
      },
    })
  const engines = await openEngines(DEVICES.length)
  const proxiedClients: ProxiedClient[] = []
  for (const [index, { name, person: of }] of DEVICES.entries()) {
    const person = people[of]
    const proxy = await startProxy(name)
    const client = createSocketClient({
      name,
      personId: person.id,
      engine: engines[index] as PGlite,
      fetch: (path, init) => fetchAs(person, proxy, path, init),
      registers,
      own: own[index] as Register,
      ...record,
    })
    proxiedClients.push({ client, proxy, person })
  }
  const guests = await startProxy('guests')
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()

  return {
    record,
    random: createRandom(seed),
    database,
    servers,
    /** Killed servers that are not ready yet. */
    restarting: new Set<ServerProcess>(),
    people,
    proxiedClients: proxiedClients as [ProxiedClient, ...ProxiedClient[]],
    /** Proxy of the guests, who have no client. */
    guests,
    registers,
    /** The registers that SQL writes; it also adds contributions to their collections. */
    bySql: bySql as [Register, Register],
    reports: new Map<string, Report>(),
    /** Background work of the rounds: reports, open transactions, restarting servers. */
    underWay: underWay as ReadonlySet<Promise<void>>,
    /** Aborted when the run ends; later errors are no faults. */
    closing: closing.signal,
    /** Runs work in the background of the rounds. Its failure is a fault. */
    beside(work: Promise<void>) {
      const all = work
        .catch((error) => {
          if (!closing.signal.aborted) record.fault(error)
        })
        .finally(() => underWay.delete(all))
      underWay.add(all)
    },
    async close() {
      closing.abort()
      for (const { client, proxy } of proxiedClients) {
        client.close()
        proxy.close()
      }
      guests.close()
      await Promise.all(servers.map((server) => server.kill()))
      await Promise.all(proxiedClients.map(({ client }) => client.engine.close()))
      await close()
      removeTemporaryFolder(folder)
    },
  }
}

/** Sends a request through this proxy, as a browser in which this person, or nobody, is signed in. */
export function fetchAs(
  person: Person | null,
  proxy: BadProxy,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (person) headers.set('cookie', `session=${person.token}`)
  return fetch(proxy.origin + path, { ...init, headers })
}

async function addPeople(database: Database): Promise<[Person, Person]> {
  const organisers = await makeOrganisers(database, 2)
  const people = organisers.map(async ({ email, token }) => {
    const [user] = await database.query<{ id: string }>('select id from users where email = $1', [
      email,
    ])
    return { id: user?.id ?? '', email, token }
  })
  return (await Promise.all(people)) as [Person, Person]
}

async function addRegister(database: Database, person: Person): Promise<Register> {
  const id = newId()
  await database.query(
    `insert into collections (
       id, creator_id, creator_email, title, title_folded, description, suggested_amount,
       total_amount, deadline, bank_account, account_identifier
     )
     select $1, creator_id, creator_email, 'Registro', 'registro', '', 1, 100000, deadline, bank_account,
            account_identifier
     from collections
     where creator_id = $2
     limit 1`,
    [id, person.id],
  )
  return { id, written: 100, acknowledged: 100 }
}

export function createRunRecord() {
  const figures: Record<string, number> = {}
  const faults: string[] = []
  const lines: string[] = []
  const began = performance.now()

  function log(text: string): void {
    const seconds = ((performance.now() - began) / 1000).toFixed(3).padStart(9)
    lines.push(`${seconds} ${text}`)
    if (lines.length > LOG_LENGTH) lines.shift()
  }

  return {
    /** Number of events, by name. */
    figures,
    faults,
    /** Its log: the last events, one a line. */
    lines,
    log,
    count(what: string, times = 1) {
      figures[what] = (figures[what] ?? 0) + times
    },
    fault(error: unknown) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      faults.push(text)
      log(`FAULT ${text}`)
    },
  }
}
