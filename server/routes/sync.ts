import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { AppError } from '../../shared/errors.ts'
import {
  type Restart,
  SNAPSHOT_TYPES,
  SYNCED_TABLE_NAMES,
  SYNCED_TABLES,
  type TooManyStreams,
} from '../../shared/sync.ts'
import type { Context } from '../context.ts'
import { isDatabaseOutage } from '../domain/outage-errors.ts'
import { hasSeen } from '../domain/sync/changes.ts'
import { createOpenStreams } from '../domain/sync/open-streams.ts'
import {
  createSharedChanges,
  type FeedEvent,
  type ReadOptions,
} from '../domain/sync/shared-changes.ts'
import { createSnapshots } from '../domain/sync/snapshot.ts'
import type { Env } from '../http/env.ts'
import { limitedToPerson } from '../http/limited.ts'
import { quickCompression } from '../http/quick-compression.ts'
import { requireUser } from '../http/session.ts'

const HEARTBEAT_MS = 15_000 // proxies close silent connections, and a replica notices a dead one

/** Pause of a replica with too many streams. Without it, two replicas would end each other's streams for ever. */
const REST_SECONDS = 60

const RETRY_MS = 1_000 // clients reconnect after it, to another process, when this one stops
const STOPPING = 'El servidor se está reiniciando. Intenta nuevamente en unos segundos.'

/**
 * Fills a replica and streams changes to it (shared/sync.ts).
 *
 * `GET /sync/snapshot/:table?format=&columns=` -> the rows, with `Sync-Cursor` and `Sync-Epoch` (S5).
 *
 * `GET /sync?cursor=&answered=` -> a stream of Batch or Restart, whose ids are cursors; `Last-Event-ID` takes
 * precedence (S6). `answered` is the cursor of the replica's last push (S8).
 */
export function syncRoutes(context: Context): Hono<Env> {
  const { config, database, log, metrics, stopping } = context
  const openStreams = createOpenStreams(config.streamsPerAddress)
  const sharedChanges = createSharedChanges(database)
  const snapshotOf = createSnapshots(database)
  return new Hono<Env>()
    .get(
      '/sync/snapshot/:table',
      quickCompression,
      limitedToPerson(context, 'snapshots of person'),
      async (c) => {
        const { id } = requireUser(c)
        const table = SYNCED_TABLE_NAMES.find((name) => name === c.req.param('table'))
        if (!table) throw new AppError('not-found', 'Esa tabla no se copia.')
        const format = c.req.query('format') === 'binary' ? 'binary' : 'csv'
        const columns = c.req.query('columns')?.split(',')
        const known: readonly string[] = SYNCED_TABLES[table]
        if (columns?.some((name, at) => !known.includes(name) || columns.indexOf(name) !== at)) {
          throw new AppError('invalid-input', 'Esa columna no se copia.')
        }
        const { cursor, epoch, rows } = await snapshotOf(id, table, format, columns)
        return c.body(rows, 200, {
          'Content-Type': SNAPSHOT_TYPES[format],
          'Sync-Cursor': cursor,
          'Sync-Epoch': epoch,
        })
      },
    )
    .get('/sync', limitedToPerson(context, 'streams of person'), (c) => {
      const { id } = requireUser(c)
      if (stopping.signal.aborted) throw new AppError('unavailable', STOPPING, { retryAfter: 1 })
      const token = c.get('sessionToken')
      const cursor = c.req.header('Last-Event-ID') ?? c.req.query('cursor')
      const answered = c.req.query('answered')
      const response = streamSSE(c, async (stream) => {
        const subscription = subscribe(context, id)
        const closed = metrics.streamOpened()
        let isOneTooMany = false
        const listener = { session: token ?? '', person: id, address: c.get('address') }
        const remove = openStreams.add(listener, () => {
          isOneTooMany = true
          subscription.end()
        })
        stream.onAbort(remove)
        stream.onAbort(subscription.end)
        stopping.signal.addEventListener('abort', subscription.end)
        try {
          const from = { cursor, answered }
          const changesSince: ChangesSince = (cursor, options) => sharedChanges(id, cursor, options)
          await follow(context, changesSince, token, from, subscription, (event) =>
            stream.writeSSE(event),
          )
          if (isOneTooMany) await stream.writeSSE(tooManyStreams)
          if (stopping.signal.aborted) await stream.write(`retry: ${RETRY_MS}\n\n`)
        } catch (error) {
          // Hono would print the whole error. The replica reconnects by itself. Of an outage, which ends all streams, the
          // reader of the feed writes one line.
          const level = isDatabaseOutage(error) ? 'debug' : 'error'
          log[level]({ error: String(error), requestId: c.get('requestId') }, 'stream broke off')
        } finally {
          stopping.signal.removeEventListener('abort', subscription.end)
          subscription.end()
          remove()
          closed()
        }
      })
      response.headers.set('Content-Type', 'text/event-stream; charset=utf-8')
      return response
    })
}

const tooManyStreams: Event = {
  event: 'too-many-streams',
  data: JSON.stringify({ retryAfter: REST_SECONDS } satisfies TooManyStreams),
}

interface Event {
  id?: string
  event?: string
  data: string
}

type ChangesSince = (cursor: string | undefined, options: ReadOptions) => Promise<FeedEvent | null>

/** Writes to a stream until it ends: for each notification, or a heartbeat after HEARTBEAT_MS. */
async function follow(
  { database, sessions }: Context,
  changesSince: ChangesSince,
  token: string | null,
  { cursor, answered }: { cursor: string | undefined; answered: string | undefined },
  subscription: Subscription,
  write: (event: Event) => Promise<void>,
): Promise<void> {
  if (answered !== undefined && !(await hasSeen(database, answered))) {
    const restart: Restart = { restart: 'other-epoch' }
    return write({ event: 'restart', data: JSON.stringify(restart) })
  }
  let isSilent = false
  let isFirst = true
  while (subscription.open) {
    // Without a notification nothing has changed; most heartbeats need no query.
    const changes = isSilent ? null : await changesSince(cursor, { isFirst })
    // Checked after reading the rows, so that a session that ended meanwhile gets no more of them.
    if (!token || !(await sessions.isOpen(token))) return write({ event: 'signed-out', data: '' })
    if (changes?.name === 'restart') return write({ event: 'restart', data: changes.json })
    // From its first event a replica concludes that it has all changes, those of its push included.
    if (changes) {
      cursor = changes.cursor
      await write({ id: cursor, data: changes.json })
    } else if (isFirst || isSilent) await write({ event: 'beat', data: '' })
    isFirst = false
    isSilent = (await subscription.next(HEARTBEAT_MS)) === 'silence'
  }
}

/** Combines notifications that arrive between two calls of `next`. */
interface Subscription {
  readonly open: boolean
  next(timeLimitMs: number): Promise<'changed' | 'silence'>
  end(): void
}

function subscribe({ feed, setTimer }: Context, personId: string): Subscription {
  let open = true
  let changed = false
  let wake: (() => void) | undefined
  const stop = feed.listen(personId, () => {
    changed = true
    wake?.()
  })
  return {
    get open() {
      return open
    },
    async next(timeLimitMs) {
      if (!changed && open) {
        await new Promise<void>((resolve) => {
          const cancelTimer = setTimer(timeLimitMs, resolve)
          wake = () => {
            cancelTimer()
            resolve()
          }
        })
        wake = undefined
      }
      const outcome = changed ? 'changed' : 'silence'
      changed = false
      return outcome
    },
    end() {
      open = false
      stop()
      wake?.()
    },
  }
}
