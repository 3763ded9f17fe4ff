import { beforeAll, beforeEach, expect } from 'vitest'
import type { Message } from '../../server/mail/mail.ts'
import type { OpenDatabase } from './database.ts'
import { buildCollection, buildPerson, type Person } from './people.ts'
import { buildApp, type TestApp } from './test-app.ts'

export interface OrganiserNotices {
  app: TestApp
  lucia: Person
  /** Of her colecta «Regalo para la seño». New for each test, as she is. */
  id: string
  sent: Message[]
  /** Stands for the mail server: adds the e-mail to `sent`. A test may replace it. */
  take: (message: Message) => Promise<void>
  keep: (message: Message) => Promise<void>
  notify: (when: string) => Promise<void>
  /** Looks for arrivals and sends what is due, then and `ms` later; returns the subjects of all e-mails. */
  sentAfter: (ms: number) => Promise<string[]>
  /** Returns the number of changes that no e-mail has reported. */
  arrivals: () => Promise<number>
}

/** An organiser and the e-mails about her colecta. Call it in a suite: it prepares each test. */
export function organiserNotices(open: OpenDatabase): OrganiserNotices {
  const keep = async (message: Message) => {
    fixture.sent.push(message)
  }
  const made: Pick<OrganiserNotices, 'keep' | 'notify' | 'sentAfter' | 'arrivals'> = {
    keep,
    async notify(when) {
      const { lucia, id } = fixture
      const answer = await lucia.mutate('set-collection-notify', { id, notify: when })
      expect(answer).toMatchObject({ ok: true })
    },
    async sentAfter(ms) {
      const { context, clock } = fixture.app
      await context.notices.wake()
      clock.forward(ms)
      await context.notices.wake()
      await context.mailQueue.wake()
      return fixture.sent.map(({ subject }) => subject)
    },
    arrivals: async () => (await fixture.app.database.query('select from arrivals')).length,
  }
  const fixture = made as OrganiserNotices

  beforeAll(async () => {
    const mail = { send: (message: Message) => fixture.take(message), close: () => {} }
    fixture.app = await buildApp(await open(), { overrides: { mail } })
  })
  beforeEach(async () => {
    for (const table of ['arrivals', 'mail_queue', 'digests']) {
      await fixture.app.database.query(`delete from ${table}`)
    }
    fixture.sent = []
    fixture.take = keep
    fixture.lucia = await buildPerson(fixture.app)
    fixture.id = await buildCollection(fixture.app, fixture.lucia, { title: 'Regalo para la seño' })
  })
  return fixture
}
