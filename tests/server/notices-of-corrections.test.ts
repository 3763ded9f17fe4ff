/* E-mails to an organiser about guests who correct or withdraw their reports. */
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import { organiserNotices } from '../support/organiser-notices.ts'
import { buildOwnReport, buildReport } from '../support/people.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

engineOfTier((open) => {
  const fixture = organiserNotices(open)
  const { notify, sentAfter, arrivals } = fixture
  const reported = (guest: Visitor) => buildOwnReport(guest, fixture.id, { amount: 15_000_00 })
  beforeEach(() => notify('now'))

  describe('an organiser whose guest withdraws', () => {
    it('gets an e-mail about a withdrawal, and about a report that is put back', async () => {
      const guest = visitor(fixture.app)
      const own = await reported(guest)
      await sentAfter(5 * SECOND)
      const withdraw = (isWithdrawn: boolean) =>
        guest.post('/api/reports/own/withdrawal', { ...own, isWithdrawn })
      await withdraw(true)
      expect(await sentAfter(10 * MINUTE)).toEqual([
        '1 aporte nuevo en «Regalo para la seño»',
        '1 aporte retirado en «Regalo para la seño»',
      ])
      expect(fixture.sent[1]?.link).toBe(`http://localhost:3000/colecta/${fixture.id}`)
      expect(fixture.sent[1]?.text).toContain(
        'Una persona retiró su aporte de $\u00a015.000: ya no cuenta.',
      )
      await withdraw(false)
      expect((await sentAfter(10 * MINUTE))[2]).toBe('1 aporte nuevo en «Regalo para la seño»')

      // In one e-mail with what is new.
      await withdraw(true)
      await buildReport(fixture.app, fixture.id, { amount: 1_000_00 })
      expect((await sentAfter(10 * MINUTE))[3]).toBe('1 aporte nuevo en «Regalo para la seño»')
      expect(fixture.sent[3]?.text).toContain('por $\u00a01.000.')
      expect(fixture.sent[3]?.text).toContain('Una persona retiró su aporte de $\u00a015.000')
      expect(await arrivals()).toBe(0)
    })

    it('gets none about a withdrawal that was undone, or of a report that was unannounced or rejected', async () => {
      const guest = visitor(fixture.app)
      const withdraw = (own: object, isWithdrawn: boolean) =>
        guest.post('/api/reports/own/withdrawal', { ...own, isWithdrawn })
      const unknown = await reported(guest)
      await withdraw(unknown, true)
      expect(await sentAfter(HOUR)).toEqual([])

      const [rejected, undone] = [await reported(guest), await reported(guest)]
      await fixture.lucia.mutate('set-contribution-state', { id: rejected.id, state: 'rejected' })
      expect(await sentAfter(HOUR)).toHaveLength(1)
      await withdraw(rejected, true)
      await withdraw(undone, true)
      await withdraw(undone, false)
      expect(await sentAfter(HOUR)).toHaveLength(1)
      expect(await arrivals()).toBe(0)
    })
  })

  describe('an organiser whose guest corrects the amount', () => {
    let guest: Visitor
    let own: { id: string; key: string }
    const correct = (changes: object) =>
      guest.post('/api/reports/own/correction', { ...own, changes })
    const corrected = '1 aporte corregido en «Regalo para la seño»'
    beforeEach(async () => {
      guest = visitor(fixture.app)
      own = await reported(guest)
    })

    it('gets one e-mail with the first and the last amount of several corrections', async () => {
      await sentAfter(5 * SECOND)
      await correct({ amount: 14_000_00 })
      await correct({ amount: 12_500_00, contributorName: 'Gana en premios.example' })
      expect((await sentAfter(10 * MINUTE)).slice(1)).toEqual([corrected])
      expect(fixture.sent[1]?.link).toBe(`http://localhost:3000/colecta/${fixture.id}/revisar`)
      expect(fixture.sent[1]?.text).toContain(
        'Una persona corrigió el monto de su aporte: era de $\u00a015.000 y ahora es de $\u00a012.500.',
      )
      expect(JSON.stringify(fixture.sent)).not.toContain('premios')
      expect(await arrivals()).toBe(0)
    })

    it('gets only the last amount when the report itself was not announced before', async () => {
      await correct({ amount: 12_500_00 })
      expect(await sentAfter(5 * SECOND)).toEqual(['1 aporte nuevo en «Regalo para la seño»'])
      expect(fixture.sent[0]?.text).toContain('por $\u00a012.500.')
      expect(await sentAfter(HOUR)).toHaveLength(1)
    })

    it('gets none about other fields, an amount that was changed back, or a decided contribution', async () => {
      await sentAfter(5 * SECOND)
      await correct({ contributorName: 'Otra', message: 'Otro' })
      await correct({ amount: 14_000_00 })
      await correct({ amount: 15_000_00 })
      expect(await sentAfter(HOUR)).toHaveLength(1)
      await correct({ amount: 14_000_00 })
      await fixture.lucia.mutate('set-contribution-state', {
        id: own.id,
        state: 'verified',
        version: 5,
      })
      expect(await sentAfter(HOUR)).toHaveLength(1)
      expect(await arrivals()).toBe(0)
    })

    it('gets a rejected report that was corrected as a new one', async () => {
      await sentAfter(5 * SECOND)
      const reject = () =>
        fixture.lucia.mutate('set-contribution-state', { id: own.id, state: 'rejected' })
      const isNew = '1 aporte nuevo en «Regalo para la seño»'
      await reject()
      await correct({ message: 'Es del 3 de noviembre' })
      expect((await sentAfter(10 * MINUTE)).slice(1)).toEqual([isNew])
      expect(fixture.sent[1]?.text).toContain('por $\u00a015.000.')

      // The amount that was noted before is the one that they have rejected.
      await correct({ amount: 14_000_00 })
      await reject()
      await correct({ amount: 15_000_00 })
      expect((await sentAfter(10 * MINUTE)).slice(2)).toEqual([isNew])

      await reject()
      await correct({ amount: 14_000_00 })
      await reject()
      expect(await sentAfter(HOUR)).toHaveLength(3)
      expect(await arrivals()).toBe(0)
    })

    it('gets a withdrawal after a correction as a withdrawal, with the amount of the earlier e-mail', async () => {
      const second = await reported(guest)
      await sentAfter(5 * SECOND)
      await correct({ amount: 14_000_00 })
      await guest.post('/api/reports/own/withdrawal', { ...own, isWithdrawn: true })
      own = second
      await correct({ amount: 16_000_00 })
      expect((await sentAfter(10 * MINUTE)).slice(1)).toEqual([
        '1 aporte corregido y 1 retirado en «Regalo para la seño»',
      ])
      expect(fixture.sent[1]?.text).toContain('retiró su aporte de $\u00a015.000: ya no cuenta.')
    })

    it('does not call a correction a withdrawal when the organiser hides it', async () => {
      await sentAfter(5 * SECOND)
      await correct({ amount: 14_000_00 })
      await fixture.lucia.mutate('hide-contributions', { ids: [own.id] })
      expect(await sentAfter(HOUR)).toHaveLength(1)
    })

    it('gets a correction made while an e-mail is being sent in the next one', async () => {
      fixture.take = async (message) => {
        if (fixture.sent.length === 0) await correct({ amount: 12_500_00 })
        fixture.sent.push(message)
      }
      await sentAfter(5 * SECOND)
      expect(fixture.sent[0]?.text).toContain('por $\u00a015.000.')
      expect((await sentAfter(10 * MINUTE)).slice(1)).toEqual([corrected])
    })

    it('gets a correction in the e-mail about new reports', async () => {
      await sentAfter(5 * SECOND)
      await correct({ amount: 12_500_00 })
      await buildReport(fixture.app, fixture.id, { amount: 1_000_00 })
      expect((await sentAfter(10 * MINUTE)).slice(1)).toEqual([
        '1 aporte nuevo en «Regalo para la seño»',
      ])
      expect(fixture.sent[1]?.text).toContain('por $\u00a01.000.')
      expect(fixture.sent[1]?.text).toContain('ahora es de $\u00a012.500.')
    })
  })
})
