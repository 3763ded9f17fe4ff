/* Events of a run over real sockets that do not come from its clients. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { DatabaseError } from '../../server/data/database-error.ts'
import { newId } from '../../shared/id.ts'
import type { Transaction } from '../../shared/sql.ts'
import { handOver, link } from './backend.ts'
import { fetchAs, type Report, type SocketSite } from './socket-site.ts'

const LONGEST_TRANSACTION = 1_500 // ms
const REPORT_AGAIN = 500 // ms
const REPORT_LIMIT = 5_000 // ms
/** SQLSTATE of a deadlock, and of a lock timeout. */
const GIVEN_UP = ['40P01', '55P03']

/** Sends a report, of a guest or of a person, until a server accepts or refuses it. */
export async function reportTransfer(site: SocketSite): Promise<void> {
  const { random, proxiedClients, guests, record, closing } = site
  const { client, person } = random.pick(proxiedClients)
  const collectionId = await pickId(site, client.engine, 'collections')
  if (!collectionId) return
  const by = random.chance(0.3) ? person : null
  const id = newId()
  const report = newReport(site, id, collectionId)
  const { contributorName, amount } = report
  record.log(`${contributorName} reports ${id} to ${collectionId}`)
  const path = `/api/collections/${collectionId}/contributions`
  const contributorEmail = 'julieta@example.com'
  const body = { id, contributorName, contributorEmail, amount, paymentMethod: 'Transferencia' }
  while (!closing.aborted) {
    const status = await fetchAs(by, guests, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REPORT_LIMIT),
    })
      .then(statusOfWhole)
      .catch(() => 0) // no response, or one that was cut
    if (status >= 200 && status < 300) {
      report.acknowledged = true
      return record.count('reports acknowledged')
    }
    if (status >= 400 && status < 500) return record.count('reports refused')
    await sleep(REPORT_AGAIN)
  }
}

async function statusOfWhole(response: Response): Promise<number> {
  await response.arrayBuffer()
  return response.status
}

function newReport({ random, reports }: SocketSite, id: string, collectionId: string): Report {
  const contributorName = `Invitada ${reports.size + 1}`
  const amount = random.whole(1, 500_000)
  const report = { collectionId, contributorName, amount, acknowledged: false }
  reports.set(id, report)
  return report
}

/**
 * Adds a contribution and counts a register up, in a transaction that stays open while others commit. Lines of the feed
 * with higher transaction ids are visible before its own (S3).
 */
export async function writeBySql(site: SocketSite): Promise<void> {
  const { random, bySql } = site
  const register = random.pick(bySql)
  const id = newId()
  const report = newReport(site, id, register.id)
  await inOpenTransaction(site, async (tx) => {
    const [row] = await tx.query<{ value: number }>(
      `update collections set suggested_amount = suggested_amount + 0.01
       where id = $1
       returning (suggested_amount * 100)::integer as value`,
      [register.id],
    )
    const value = row?.value ?? 0
    register.written = value
    await tx.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method,
         amount, payment_status
       )
       select $1, id, creator_id, $3, lower($3), 'Transferencia', $4::integer * 0.01, 'confirmed'
       from collections
       where id = $2`,
      [id, register.id, report.contributorName, report.amount],
    )
    return () => {
      register.acknowledged = Math.max(value, register.acknowledged)
      report.acknowledged = true
    }
  })
}

export async function changeOwner(site: SocketSite): Promise<void> {
  const { random, people, record, registers, database } = site
  const others = await database.query<{ id: string }>(
    'select id from collections where id <> all($1::uuid[]) order by id',
    [registers.map(({ id }) => id)],
  )
  const collection = others[random.whole(0, Math.max(others.length - 1, 0))]
  const to = random.pick(people)
  if (!collection) return
  record.log(`${collection.id} is handed over to ${to.id}`)
  await inOpenTransaction(site, async (tx) => {
    await handOver(tx, collection.id, to)
    return () => record.count('owners changed')
  })
}

export async function linkContribution(site: SocketSite): Promise<void> {
  const { random, people, record, proxiedClients } = site
  const id = await pickId(site, random.pick(proxiedClients).client.engine, 'contributions')
  if (!id) return
  const to = random.chance(0.7) ? random.pick(people) : null
  record.log(`${id} becomes ${to?.id ?? 'nobody'}'s`)
  await inOpenTransaction(site, async (tx) => {
    await link(tx, id, to)
    return () => record.count('contributors linked')
  })
}

/** Runs `work`, waits while others commit, and commits; then calls what `work` returned. */
async function inOpenTransaction(
  { random, database, record }: SocketSite,
  work: (tx: Transaction) => Promise<() => void>,
): Promise<void> {
  const ms = random.whole(0, LONGEST_TRANSACTION)
  try {
    const onCommit = await database.transaction(async (tx) => {
      const onCommit = await work(tx)
      await sleep(ms)
      return onCommit
    })
    onCommit()
    record.count('open transactions')
  } catch (error) {
    if (!(error instanceof DatabaseError && GIVEN_UP.includes(error.code))) throw error
    record.log(`SQL gives up: ${error.message}`)
    record.count('open transactions given up')
  }
}

/** Kills one of the servers and starts it again. */
export async function killServer({
  random,
  servers,
  restarting,
  record,
}: SocketSite): Promise<void> {
  const server = random.pick(servers)
  if (restarting.size > 0) return
  restarting.add(server)
  record.log(`the server at ${server.origin} is killed`)
  record.count('servers killed')
  await server.kill()
  await server.restart()
  restarting.delete(server)
}

async function pickId(
  { random }: SocketSite,
  engine: PGlite,
  table: string,
): Promise<string | null> {
  const { rows } = await engine.query<{ id: string }>(`select id from ${table} order by id`)
  return rows[random.whole(0, Math.max(rows.length - 1, 0))]?.id ?? null
}
