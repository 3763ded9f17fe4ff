import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SECOND } from '../../shared/time.ts'
import {
  buildCollection,
  buildManualContribution,
  buildOwnReport,
  buildPerson,
  buildReport,
  type Person,
} from '../support/people.ts'
import { startPushService } from '../support/push-service.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

engineOfTier((open) => {
  let app: TestApp
  let service: Awaited<ReturnType<typeof startPushService>>
  let lucia: Person
  let id: string

  beforeAll(async () => {
    service = await startPushService()
    app = await buildApp(await open(), {
      env: { PUSH_ORIGINS: service.origin, SUPPORT_EMAIL: 'ayuda@example.com' },
    })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.answer(201)
    lucia = await buildPerson(app)
    id = await buildCollection(app, lucia, { title: 'Regalo para la seño' })
  })

  const path = () => `/api/collections/${id}/push`
  const isOn = async (by: Person) => (await by.get(path())).body.isOn
  const turnOn = async (by: Person) => {
    const device = service.subscribe()
    expect((await by.post(path(), device.subscription)).status).toBe(204)
    return device
  }
  /** The same person on another device. */
  const another = async () => {
    const device = await buildPerson(app)
    device.cookies.set('session', await app.context.sessions.create(lucia.id))
    return device
  }
  const settled = () => app.context.notices.wake()

  describe('a device', () => {
    it('is off until it is turned on, and has the key of the installation', async () => {
      expect((await lucia.get(path())).body).toEqual({
        isOn: false,
        publicKey: app.context.push.publicKey,
      })
      await turnOn(lucia)
      expect(await isOn(lucia)).toBe(true)
      expect(await isOn(await another())).toBe(false)
      await lucia.post(`${path()}/off`)
      expect(await isOn(lucia)).toBe(false)
    })

    it('is one of twenty of a colecta at most: the longest unused one is turned off', async () => {
      const devices = [lucia]
      while (devices.length < 21) {
        app.clock.forward(SECOND)
        devices.push(await another())
      }
      for (const device of devices.toReversed()) await turnOn(device)
      const areOn = await Promise.all(devices.map(isOn))
      expect(areOn).toEqual(devices.map((_, number) => number !== 1))
    })

    it('shows a report within five seconds, encrypted for it alone', async () => {
      const device = await turnOn(lucia)
      const began = performance.now()
      await buildReport(app, id, { contributorName: 'Ana Paz', amount: 15_100_00 })
      const [message] = await device.waitFor(1)
      // The rule is a time: notices are read a second after a report, and otherwise once a minute.
      expect(performance.now() - began).toBeLessThan(5 * SECOND)
      expect(JSON.parse(message?.text ?? '')).toEqual({
        title: 'Regalo para la seño',
        body: 'Ana Paz: $\u00a015.100',
        url: `/colecta/${id}/revisar`,
        tag: id.replaceAll('-', ''),
      })
      expect(message).toMatchObject({
        topic: id.replaceAll('-', ''),
        ttl: 86_400,
        contact: 'mailto:ayuda@example.com',
      })
    })

    it('shows sixty letters of a long name, and no half of an emoji', async () => {
      const device = await turnOn(lucia)
      const contributorName = `${'a'.repeat(59)}🎁 y los demás`
      await buildReport(app, id, { contributorName, amount: 15_100_00 })
      const [message] = await device.waitFor(1)
      expect(JSON.parse(message?.text ?? '').body).toBe(`${'a'.repeat(59)}🎁…: $\u00a015.100`)
    })

    it('isolates an Arabic name, or its amount would move before it', async () => {
      const device = await turnOn(lucia)
      await buildReport(app, id, { contributorName: 'عمر الفاروق', amount: 15_100_00 })
      const [message] = await device.waitFor(1)
      expect(JSON.parse(message?.text ?? '').body).toBe('\u2068عمر الفاروق\u2069: $\u00a015.100')
    })

    it('shows a corrected amount and a withdrawal, by name', async () => {
      const guest = visitor(app)
      const report = { contributorName: 'Ana Paz', amount: 15_000_00 }
      const own = await buildOwnReport(guest, id, report)
      await settled()
      const device = await turnOn(lucia)
      const correct = (amount: number) =>
        guest.post('/api/reports/own/correction', { ...own, changes: { amount } })
      const told = async (count: number) => {
        await settled()
        const messages = await device.waitFor(count)
        expect(messages).toHaveLength(count)
        const { body, url } = JSON.parse(messages.at(-1)?.text ?? '')
        return { body, url }
      }

      await correct(12_500_00)
      expect(await told(1)).toEqual({
        body: 'Ana Paz corrigió su aporte: de $\u00a015.000 a $\u00a012.500',
        url: `/colecta/${id}/revisar`,
      })
      await guest.post('/api/reports/own/withdrawal', { ...own, isWithdrawn: true })
      expect(await told(2)).toEqual({
        body: 'Ana Paz retiró su aporte de $\u00a012.500',
        url: `/colecta/${id}`,
      })
      await guest.post('/api/reports/own/withdrawal', { ...own, isWithdrawn: false })
      expect(await told(3)).toMatchObject({ body: 'Ana Paz: $\u00a012.500' })
    })

    it('shows a burst as few messages, each replacing the one before', async () => {
      const device = await turnOn(lucia)
      for (let n = 0; n < 20; n++) await buildReport(app, id, { amount: 1_000_00 })
      await device.waitFor(1)
      await settled()
      const texts = device.received.map(({ text }) => JSON.parse(text))
      expect(texts.length).toBeLessThan(10)
      expect(new Set(texts.map(({ tag }) => tag)).size).toBe(1)
      expect(texts.at(-1).body).toMatch(/20 por verificar$/)
    })

    it('shows nothing of other colectas, and nothing that the organiser did', async () => {
      const device = await turnOn(lucia)
      await buildReport(app, await buildCollection(app, lucia))
      await buildReport(app, id, {}, lucia)
      await buildManualContribution(lucia, id)
      await buildReport(app, id, { contributorName: 'La última' })
      const [message] = await device.waitFor(1)
      expect(message?.text).toContain('La última')
      await settled()
      expect(device.received).toHaveLength(1)
    })

    it('gets messages in each session, at its latest push address', async () => {
      const phone = await another()
      const [laptop, before] = [await turnOn(lucia), await turnOn(phone)]
      const after = await turnOn(phone)
      await buildReport(app, id)
      await Promise.all([laptop.waitFor(1), after.waitFor(1)])
      expect(before.received).toEqual([])
    })

    it('gets no messages after its session has ended', async () => {
      const phone = await another()
      const [mine, ended] = [await turnOn(lucia), await turnOn(phone)]
      await phone.post('/api/logout')
      await buildReport(app, id)
      await mine.waitFor(1)
      await settled()
      expect(ended.received).toEqual([])
    })

    it.each([404, 410])('is removed when its push service responds with %i', async (status) => {
      await turnOn(lucia)
      service.answer(status)
      await buildReport(app, id)
      await expect.poll(() => isOn(lucia), { timeout: 10 * SECOND }).toBe(false)
    })

    it('stays registered when its push service fails', async () => {
      const device = await turnOn(lucia)
      service.answer(503)
      await buildReport(app, id)
      await expect
        .poll(() => app.logged.join('\n'), { timeout: 10 * SECOND })
        .toContain('push: 503')
      service.answer(201)
      await buildReport(app, id)
      await device.waitFor(1)
      expect(app.logged.join('\n')).not.toContain(device.subscription.endpoint)
    })
  })

  it('rejects another person’s colecta, and an address in the private network', async () => {
    const beto = await buildPerson(app)
    const { subscription } = service.subscribe()
    for (const { status } of [await beto.get(path()), await beto.post(path(), subscription)]) {
      expect(status).toBe(404)
    }
    for (const wrong of [
      { ...subscription, endpoint: 'https://169.254.169.254/latest' },
      { ...subscription, endpoint: 'http://localhost:9/x' },
      { ...subscription, p256dh: 'x' },
      { ...subscription, auth: '' },
    ]) {
      expect((await lucia.post(path(), wrong)).status).toBe(400)
    }
    expect(await isOn(lucia)).toBe(false)
  })
})
