import pino from 'pino'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { createApp } from '../../server/app.ts'
import { type Environment, readConfig } from '../../server/config.ts'
import { createContext, type Overrides } from '../../server/context.ts'
import type { Database } from '../../server/data/database.ts'
import type { Message } from '../../server/mail/mail.ts'
import { endLater } from './running-apps.ts'

export type TestApp = Awaited<ReturnType<typeof buildApp>>

/**
 * The whole server on a real database, called without a network: only the clock and the mail are replaced. All
 * requests come from one address, so there are no rate limits unless `env` turns them on. `logged` has the
 * log's lines.
 */
export async function buildApp(database: Database, options: Options = {}) {
  const clock = movableClock()
  const sent: Message[] = []
  const logged: string[] = []
  const context = await createContext(
    readConfig({
      ORIGIN: 'http://localhost:3000',
      DATA_DIR: makeTemporaryFolder(),
      RATE_LIMITS: 'off',
      ...options.env,
    }),
    {
      database,
      now: clock.now,
      mail: {
        send: async (message) => {
          sent.push(message)
        },
        close: () => {},
      },
      log: pino({ level: 'info' }, { write: (line: string) => logged.push(line) }),
      ...options.overrides,
    },
  )
  endLater(context)
  const app = createApp(context, options.pagesFolder ?? '/nowhere')
  return {
    context,
    database,
    clock,
    logged,
    fetch: app.request.bind(app),
    routes: app.routes,
    /** Sends the queued messages and returns all messages so far. */
    async sent(): Promise<readonly Message[]> {
      await context.mailQueue.wake()
      return sent
    },
  }
}

interface Options {
  env?: Environment
  overrides?: Overrides
  pagesFolder?: string
}

function movableClock() {
  let ahead = 0 // ms
  return {
    now: () => new Date(Date.now() + ahead),
    forward: (ms: number) => {
      ahead += ms
    },
  }
}
