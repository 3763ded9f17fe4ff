import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseError } from '../../server/data/database-error.ts'
import { createMailQueue } from '../../server/domain/mail-queue.ts'
import { type Message, RecipientRefused } from '../../server/mail/mail.ts'
import { tokenIn } from '../../shared/links.ts'
import type { SqlValue } from '../../shared/sql.ts'
import { HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import { buildPerson } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

engineOfTier((open) => {
  let app: TestApp
  let left: Message[]
  /** Stands for the mail server; a test replaces it. */
  let take: (message: Message) => Promise<void>

  const mail = { send: (message: Message) => take(message), close: () => {} }
  const away = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:25'))
  const waiting = () => app.database.query('select letter, email from mail_queue')
  const wake = () => app.context.mailQueue.wake()

  beforeAll(async () => {
    app = await buildApp(await open(), { overrides: { mail } })
  })
  beforeEach(async () => {
    await app.database.query('delete from mail_queue')
    left = []
    take = async (message) => {
      left.push(message)
    }
  })

  async function forget(email: string): Promise<void> {
    const { status } = await visitor(app).post('/api/password/forgot', { email })
    expect(status).toBe(204)
  }

  describe('while the mail server is away', () => {
    it('no request waits for it, and each e-mail is sent once after its return', async () => {
      const people = await Promise.all(Array.from({ length: 25 }, () => buildPerson(app)))
      take = away
      for (const { email } of people) await forget(email)
      await wake()
      expect(await waiting()).toHaveLength(25)

      take = async (message) => {
        left.push(message)
      }
      app.clock.forward(6 * SECOND)
      await wake()
      expect(left.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort())
      expect(await waiting()).toEqual([])
    })

    it('an e-mail is retried with growing pauses, and dropped after three days', async () => {
      const { email } = await buildPerson(app)
      let tries = 0
      take = () => {
        tries += 1
        return away()
      }
      await forget(email)
      await wake()
      const waits = []
      for (let step = 0; step < 6; step++) {
        const [row] = await app.database.query<{ next: string }>(
          'select next_try_at as next from mail_queue',
        )
        const wait = Date.parse(row?.next ?? '') - app.clock.now().getTime()
        waits.push(Math.round(wait / SECOND))
        app.clock.forward(wait)
        await wake()
      }
      expect({ waits, tries }).toEqual({ waits: [5, 30, 120, 600, 1800, 1800], tries: 7 })

      app.clock.forward(70 * HOUR)
      await wake()
      expect(await waiting()).toHaveLength(1)
      app.clock.forward(2 * HOUR)
      await wake()
      expect(await waiting()).toEqual([])
    })

    it('an e-mail requested several times is sent once, with a working link', async () => {
      const { email } = await buildPerson(app)
      take = away
      for (let time = 0; time < 5; time++) await forget(email)
      await wake()
      take = async (message) => {
        left.push(message)
      }
      app.clock.forward(2 * HOUR)
      await wake()
      expect(left).toHaveLength(1)
      const token = tokenIn(new URL(left[0]?.link ?? ''))
      const { status } = await visitor(app).post('/api/password/link', { token })
      expect(status).toBe(200)
    })
  })

  it('an e-mail requested while an earlier one is being sent is sent as well', async () => {
    const { email } = await buildPerson(app)
    let arrived = () => {}
    const onItsWay = new Promise<void>((resolve) => {
      arrived = resolve
    })
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    take = async (message) => {
      left.push(message)
      arrived()
      await gate
    }
    await forget(email)
    await onItsWay
    await forget(email)
    letGo()
    await wake()
    expect(left).toHaveLength(2)
    expect(await waiting()).toEqual([])
  })

  it('sends the e-mail of a dead process from another, a minute later', async () => {
    const { email } = await buildPerson(app)
    const never = new Promise<void>(() => {})
    const dying = await buildApp(app.database, {
      overrides: { now: app.clock.now, mail: { send: () => never, close: () => {} } },
    })
    await visitor(dying).post('/api/password/forgot', { email })
    while ((await app.database.query('select 1 from mail_queue where tries > 0')).length === 0);
    await wake()
    expect(left).toEqual([])
    app.clock.forward(MINUTE)
    await wake()
    expect(left.map(({ to }) => to)).toEqual([email])
  })

  it('two processes share the e-mails and send none twice', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => buildPerson(app)))
    for (const { email } of people) {
      await app.context.mailQueue.add(app.database, 'recovery', email)
    }
    const other = await buildApp(app.database, { overrides: { now: app.clock.now, mail } })
    await Promise.all([wake(), other.context.mailQueue.wake()])
    expect(left.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort())
  })

  it('stops reading the queue when it is closed, also during a read', async () => {
    const timers = new Set<number>()
    const queue = createMailQueue({
      ...app.context,
      origin: app.context.config.origin,
      mail,
      database: { ...app.database, query: asks },
      setTimer: (ms) => {
        timers.add(ms)
        return () => timers.delete(ms)
      },
      onFault: () => {},
    })
    let closing: Promise<void> | undefined
    function asks<Row extends object>(
      statement: string,
      params?: readonly SqlValue[],
    ): Promise<Row[]> {
      if (statement.includes('min(next_try_at)')) closing = queue.close()
      return app.database.query<Row>(statement, params)
    }
    await queue.wake()
    expect(closing).toBeDefined()
    await closing
    expect([...timers]).toEqual([])
  })

  it('waits a minute when the database takes no writes, for example on a full disk', async () => {
    const { email } = await buildPerson(app)
    take = away
    await forget(email)
    await wake()
    app.clock.forward(6 * SECOND)
    const pauses: number[] = []
    const queue = createMailQueue({
      ...app.context,
      origin: app.context.config.origin,
      mail,
      database: {
        ...app.database,
        query: (text, params) =>
          text.startsWith('update')
            ? Promise.reject(new DatabaseError('could not extend file', '53100'))
            : app.database.query(text, params),
      },
      setTimer: (ms) => {
        pauses.push(ms)
        return () => {}
      },
      onFault: () => {},
    })
    await queue.wake()
    expect(pauses).toEqual([MINUTE])
    await queue.close()
  })

  it('an address that the mail server refuses is not tried again', async () => {
    const { email } = await buildPerson(app)
    take = () => Promise.reject(new RecipientRefused('no such recipient'))
    await forget(email)
    await wake()
    expect(await waiting()).toEqual([])
  })

  it('sends nothing to an address without an account, and no confirmation to a confirmed one', async () => {
    const { email } = await buildPerson(app)
    await forget('nadie@example.com')
    await visitor(app).post('/api/email/resend', { email })
    await wake()
    expect({ left, waiting: await waiting() }).toEqual({ left: [], waiting: [] })
  })

  it('stores no link and no text of an e-mail in the queue, and logs no address', async () => {
    const { email } = await buildPerson(app, { firstName: 'Marcada' })
    take = (message) => {
      left.push(message)
      return Promise.reject(new Error(`550 <${email}>: ${message.link}`))
    }
    await forget(email)
    await wake()
    const token = tokenIn(new URL(left[0]?.link ?? ''))
    const kept = JSON.stringify(await app.database.query('select * from mail_queue'))
    expect(kept).toContain(email)
    for (const secret of [token, 'Marcada']) expect(kept).not.toContain(secret)
    for (const secret of [token, email]) expect(app.logged.join('\n')).not.toContain(secret)
    expect(app.logged.join('\n')).toContain('mail did not leave')
  })
})
