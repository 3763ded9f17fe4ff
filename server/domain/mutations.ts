import { AppError, type Refusal, RestoredMeanwhile, refusalOf } from '../../shared/errors.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import type {
  Actor,
  MutationOutcome,
  MutationRequest,
  NamedMutation,
} from '../../shared/named-mutation.ts'
import type { Transaction } from '../../shared/sql.ts'
import type { Database } from '../data/database.ts'
import { DatabaseError } from '../data/database-error.ts'
import { currentCursor, hasSeen } from './sync/changes.ts'

type Stored = { ok: true } | { ok: false; error: Refusal }

interface Tools {
  database: Database
  onFault(error: unknown): void // for errors of Postgres on mutations that our rules accepted: a bug
}

interface Applied {
  outcomes: MutationOutcome[]
  cursor: string // a position in the person's feed after all of them
}

type HasEarlier = (tx: Transaction) => Promise<boolean> // false after a restore that lost what came before

/**
 * Applies mutations in order, each in its own transaction. A refused one does not stop the next (S9). The same id
 * twice, also concurrently, is applied once and gets its outcome twice (S7). `start`: a cursor of this push. A database
 * that was restored since may lack changes before it or its first mutations; without them the next one could be
 * refused, or seem to come after them. So none is applied then. Throws AppError('unavailable') after such a restore.
 * After any error all can be sent again.
 */
export async function applyMutations(
  tools: Tools,
  requests: readonly MutationRequest[],
  actor: Actor,
  start: string,
): Promise<Applied> {
  const outcomes: MutationOutcome[] = []
  let hasEarlier: HasEarlier = (tx) => hasSeen(tx, start)
  for (const request of requests) {
    const stored = await applyOnce(tools, request, actor, hasEarlier)
    if (!NOT_STORED.includes(stored)) {
      hasEarlier = async (tx) => (await findStored(tx, request.id)) !== undefined
    }
    outcomes.push({ id: request.id, ...stored })
  }
  const { database } = tools
  const cursor = await currentCursor(database, actor.personId)
  // A server restored to before the last one would continue from `cursor` as if it had them all.
  await afterEarlier(database, actor, hasEarlier, async () => undefined)
  return { outcomes, cursor }
}

/** Runs `work`, unless the database has lost what came before (RestoredMeanwhile). */
function afterEarlier<T>(
  database: Database,
  { personId }: Actor,
  hasEarlier: HasEarlier,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.asMember(personId, async (tx) => {
    if (!(await hasEarlier(tx))) throw new RestoredMeanwhile()
    return work(tx)
  })
}

/** Not stored, because a newer server may apply the mutation when the person retries. */
const OF_NEWER_RELEASE = refused(
  new AppError('not-found', 'Esta versión del servidor no conoce ese cambio.'),
)
/** Another person has used the id: the policies hide their outcome. */
const OF_OTHER_PERSON = refused(
  new AppError('conflict', 'Ese cambio ya se envió desde otra cuenta.'),
)
const NOT_STORED: readonly Stored[] = [OF_NEWER_RELEASE, OF_OTHER_PERSON]

async function applyOnce(
  { database, onFault }: Tools,
  request: MutationRequest,
  actor: Actor,
  hasEarlier: HasEarlier,
): Promise<Stored> {
  const mutation = mutations.get(request.name)
  if (!mutation || versionOf(request) > mutation.version) return OF_NEWER_RELEASE
  const inTransaction = (work: (tx: Transaction) => Promise<Stored>) =>
    afterEarlier(database, actor, hasEarlier, work)
  try {
    return await inTransaction((tx) => apply(tx, mutation, request, actor))
  } catch (error) {
    if (error instanceof RestoredMeanwhile) throw error
    const refusal = refused(asRefusal(error, onFault))
    // The mutation was rolled back. The refusal is stored in a transaction of its own.
    return inTransaction((tx) => store(tx, request, actor, refusal))
  }
}

/** Stores the success first, which locks the id, so that a concurrent run waits. */
async function apply(
  tx: Transaction,
  mutation: NamedMutation,
  request: MutationRequest,
  actor: Actor,
): Promise<Stored> {
  if (!(await claim(tx, request, actor, { ok: true }))) return getStored(tx, request.id)
  await mutation.apply(tx, request.args, actor, versionOf(request))
  return { ok: true }
}

function versionOf({ version = 1 }: MutationRequest): number {
  return version
}

/** Returns the outcome of the id, which may be that of a concurrent run. */
async function store(
  tx: Transaction,
  request: MutationRequest,
  actor: Actor,
  refusal: Stored,
): Promise<Stored> {
  return (await claim(tx, request, actor, refusal)) ? refusal : getStored(tx, request.id)
}

async function claim(
  tx: Transaction,
  { id, name }: MutationRequest,
  { personId, now }: Actor,
  outcome: Stored,
): Promise<boolean> {
  const claimed = await tx.query(
    `insert into mutations (id, person_id, name, outcome, applied_at)
     values ($1, $2, $3, $4::text::jsonb, $5)
     on conflict (id) do nothing
     returning id`,
    [id, personId, name, JSON.stringify(outcome), now.toISOString()],
  )
  return claimed.length > 0
}

async function getStored(tx: Transaction, id: string): Promise<Stored> {
  return (await findStored(tx, id)) ?? OF_OTHER_PERSON
}

async function findStored(tx: Transaction, id: string): Promise<Stored | undefined> {
  const [row] = await tx.query<{ outcome: Stored }>('select outcome from mutations where id = $1', [
    id,
  ])
  return row?.outcome
}

// SQLSTATE classes of permanent errors: bad data, violated constraints, insufficient privilege.
const FOR_GOOD = /^(22|23|42501)/

/** Permanent errors become refusals, or they would be sent for ever (S9). Rethrows all others. */
function asRefusal(error: unknown, onFault: Tools['onFault']): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof DatabaseError && FOR_GOOD.test(error.code))) throw error
  if (error.constraint === 'mutations_person_id_fkey') throw error // the account was deleted meanwhile
  onFault(error)
  return new AppError('invalid-input', 'Los datos no son válidos.', { cause: error })
}

function refused(error: AppError): Stored {
  return { ok: false, error: refusalOf(error) }
}
