import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RecipientRefused } from '../../server/mail/mail.ts'
import { smtpMail } from '../../server/mail/smtp-mail.ts'
import { addDays, formatMoment, startOfDay, today } from '../../shared/dates.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import { startMailbox } from '../support/mailbox.ts'
import { organiserNotices } from '../support/organiser-notices.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  paidBy,
} from '../support/people.ts'
import { engineOfTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

engineOfTier((open) => {
  const fixture = organiserNotices(open)
  const { notify, sentAfter, arrivals } = fixture
  const oneClick = () => new URL(fixture.sent[0]?.unsubscribe?.oneClick ?? '').pathname

  describe('an organiser with notices off', () => {
    it('gets no e-mail', async () => {
      await buildReport(fixture.app, fixture.id)
      expect(await sentAfter(DAY)).toEqual([])
      expect(await arrivals()).toBe(0)
    })
  })

  describe('an organiser with immediate notices', () => {
    beforeEach(() => notify('now'))

    it('gets one e-mail within a minute, with the amount and a link to review', async () => {
      await buildReport(fixture.app, fixture.id, { amount: 15_100_00 })
      expect(await sentAfter(5 * SECOND)).toEqual(['1 aporte nuevo en «Regalo para la seño»'])
      const [message] = fixture.sent
      expect(message?.to).toBe(fixture.lucia.email)
      expect(message?.link).toBe(`http://localhost:3000/colecta/${fixture.id}/revisar`)
      expect(message?.text).toContain(
        'Llegó 1 aporte nuevo a tu colecta «Regalo para la seño», por $\u00a015.100.',
      )
      expect(message?.text).toContain('En total, 1 queda por verificar.')
      expect(await arrivals()).toBe(0)
      expect(await sentAfter(HOUR)).toHaveLength(1)
    })

    it('gets a single e-mail for a burst, and the next one ten minutes later', async () => {
      for (let n = 0; n < 30; n++) await buildReport(fixture.app, fixture.id, { amount: 1_000_00 })
      expect(await sentAfter(5 * SECOND)).toEqual(['30 aportes nuevos en «Regalo para la seño»'])
      expect(fixture.sent[0]?.text).toContain('por $\u00a030.000.')

      for (let n = 0; n < 3; n++) {
        await buildReport(fixture.app, fixture.id)
        expect(await sentAfter(MINUTE)).toHaveLength(1)
      }
      expect(await sentAfter(7 * MINUTE)).toEqual([
        '30 aportes nuevos en «Regalo para la seño»',
        '3 aportes nuevos en «Regalo para la seño»',
      ])
      expect(fixture.sent[1]?.text).toContain('En total, 33 quedan por verificar.')
    })

    it('gets e-mails about their own colectas only, and none about their own actions', async () => {
      const bruno = await buildPerson(fixture.app)
      const other = await buildCollection(fixture.app, bruno)
      await buildReport(fixture.app, other)
      await buildReport(fixture.app, fixture.id, {}, fixture.lucia)
      await buildManualContribution(fixture.lucia, fixture.id)
      expect(await sentAfter(HOUR)).toEqual([])
    })

    it('gets no names of contributors, because guests write them', async () => {
      await buildReport(fixture.app, fixture.id, {
        contributorName: 'Gana en premios.example',
        message: 'Marcado',
      })
      await sentAfter(5 * SECOND)
      const all = JSON.stringify(fixture.sent)
      for (const word of ['premios', 'Marcado', 'julieta']) expect(all).not.toContain(word)
    })

    it('gets no e-mail about contributions that are already decided or hidden', async () => {
      const decided = await buildReport(fixture.app, fixture.id)
      const hidden = await buildReport(fixture.app, fixture.id)
      await fixture.lucia.mutate('set-contribution-state', { id: decided, state: 'verified' })
      await fixture.lucia.mutate('hide-contributions', { ids: [hidden] })
      expect(await sentAfter(HOUR)).toEqual([])
      expect(await arrivals()).toBe(0)
    })

    it('gets an e-mail about a payment once the provider confirms it', async () => {
      const paid = await buildReport(fixture.app, fixture.id)
      await paidBy(fixture.app, 'MercadoPago', [paid])
      await fixture.app.database.query('delete from arrivals')
      const set = (status: string) =>
        fixture.app.database.query('update contributions set payment_status = $2 where id = $1', [
          paid,
          status,
        ])
      await set('pending')
      expect(await arrivals()).toBe(0)
      await set('confirmed')
      expect(await sentAfter(5 * SECOND)).toHaveLength(1)
    })

    it('gets e-mails at the new address after a change', async () => {
      await buildReport(fixture.app, fixture.id)
      await fixture.app.context.notices.wake()
      const email = `nueva-${fixture.lucia.email}`
      await fixture.app.database.query('update users set email = $2 where id = $1', [
        fixture.lucia.id,
        email,
      ])
      await sentAfter(5 * SECOND)
      await sentAfter(5 * SECOND)
      expect(fixture.sent.map(({ to }) => to)).toEqual([email])
    })

    it('gets one e-mail about all that arrived while the mail server was down', async () => {
      fixture.take = () => Promise.reject(new Error('connect ECONNREFUSED'))
      await buildReport(fixture.app, fixture.id)
      await sentAfter(5 * SECOND)
      await buildReport(fixture.app, fixture.id)
      await sentAfter(SECOND)
      fixture.take = fixture.keep
      expect(await sentAfter(HOUR)).toEqual(['2 aportes nuevos en «Regalo para la seño»'])
    })

    it('gets no second try at an address that the mail server refuses', async () => {
      let tries = 0
      fixture.take = () => {
        tries += 1
        return Promise.reject(new RecipientRefused('no such recipient'))
      }
      await buildReport(fixture.app, fixture.id)
      await sentAfter(5 * SECOND)
      await sentAfter(HOUR)
      expect([tries, await arrivals()]).toEqual([1, 0])
    })
  })

  describe('an organiser with daily notices', () => {
    beforeEach(() => notify('daily'))

    /** Moves the clock to that hour of the next day in Argentina. */
    const toNextDay = (hour: number) => {
      const now = fixture.app.clock.now()
      const morning = startOfDay(addDays(today(now), 1)) + hour * HOUR
      fixture.app.clock.forward(morning - now.getTime())
    }

    it('gets one e-mail at nine in the morning, when something arrived', async () => {
      toNextDay(10)
      await buildReport(fixture.app, fixture.id)
      await buildReport(fixture.app, fixture.id)
      expect(await sentAfter(22 * HOUR)).toEqual([])
      expect(await sentAfter(HOUR)).toEqual(['2 aportes nuevos en «Regalo para la seño»'])
      expect(formatMoment(fixture.app.clock.now().toISOString()).time).toMatch(/^09:0/)
      expect(await sentAfter(3 * DAY)).toHaveLength(1)
    })

    it('gets it at once after switching to immediate notices', async () => {
      toNextDay(10)
      await buildReport(fixture.app, fixture.id)
      expect(await sentAfter(MINUTE)).toEqual([])
      await notify('now')
      expect(await sentAfter(5 * SECOND)).toHaveLength(1)
    })

    it('gets none after switching notices off', async () => {
      await buildReport(fixture.app, fixture.id)
      await sentAfter(MINUTE)
      await notify('never')
      expect(await sentAfter(2 * DAY)).toEqual([])
      expect(await arrivals()).toBe(0)
    })
  })

  describe('turning e-mails off', () => {
    beforeEach(async () => {
      await notify('now')
      await buildReport(fixture.app, fixture.id)
      await sentAfter(5 * SECOND)
    })
    const current = async () =>
      (await fixture.lucia.query('collection', { id: fixture.id })).body.notify

    it('works by one POST of a mail program, without a session', async () => {
      const { status } = await fixture.app.fetch(oneClick(), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(status).toBe(204)
      expect(await current()).toBe('never')
      await buildReport(fixture.app, fixture.id)
      expect(await sentAfter(DAY)).toHaveLength(1)
      // The daily one as well, and twice is as good as once.
      await notify('daily')
      for (let times = 0; times < 2; times++) {
        expect((await visitor(fixture.app).post(oneClick())).status).toBe(204)
        expect(await current()).toBe('never')
      }
    })

    it('needs a button: a GET only redirects to the page that has it', async () => {
      const { status, headers } = await visitor(fixture.app).get(oneClick())
      const page = new URL(fixture.sent[0]?.unsubscribe?.page ?? '')
      expect([status, headers.get('location')]).toEqual([302, page.pathname + page.hash])
      expect(fixture.sent[0]?.text).toContain(`Dejar de recibir estos emails: ${page.href}`)
      expect(await current()).toBe('now')
    })

    it('needs the key of this colecta', async () => {
      const other = await buildCollection(fixture.app, fixture.lucia)
      for (const path of [
        oneClick().replace(fixture.id, other),
        oneClick().replace(/.$/, '_'),
        oneClick().replace(fixture.id, 'x'),
      ]) {
        expect((await visitor(fixture.app).post(path)).status).toBe(404)
      }
      expect(await current()).toBe('now')
    })
  })

  describe('by a real mail server', () => {
    let mailbox: Awaited<ReturnType<typeof startMailbox>>
    beforeAll(async () => {
      mailbox = await startMailbox()
    })
    afterAll(() => mailbox.stop())

    it('the e-mail carries the headers of RFC 8058', async () => {
      const mail = smtpMail(mailbox.url, 'Entre Todos <hola@entretodos.example>')
      fixture.take = (message) => {
        fixture.sent.push(message)
        return mail.send(message)
      }
      await notify('now')
      await buildReport(fixture.app, fixture.id)
      await sentAfter(5 * SECOND)
      const { subject, headers, links } = await mailbox.waitFor(fixture.lucia.email)
      expect(subject).toBe('1 aporte nuevo en «Regalo para la seño»')
      expect(headers.get('list-unsubscribe')).toBe(`<http://localhost:3000${oneClick()}>`)
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(links).toContain(fixture.sent[0]?.unsubscribe?.page)
      mail.close()
    })
  })
})
