import { beforeAll, expect, it } from 'vitest'
import { closeOverdue } from '../../server/domain/close-overdue.ts'
import { addDays, startOfDay, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import type { Transaction } from '../../shared/sql.ts'
import { DAY, MINUTE } from '../../shared/time.ts'
import { eachEngine } from '../support/database.ts'
import { heldTransaction, untilWaiting } from '../support/held-transaction.ts'
import { buildCollection, buildPerson, buildReport, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { visitor } from '../support/visitor.ts'

eachEngine((open, engine) => {
  let app: TestApp
  let lucia: Person

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app)
  })

  const statusOf = async (id: string) => {
    const { body } = await lucia.query('collection', { id })
    const seen = await visitor(app).get(`/api/collections/${id}`)
    expect(seen.body).toMatchObject({ status: body.status, closesAlone: body.closesAlone })
    return [body.status, body.closesAlone]
  }
  const close = () => closeOverdue({ database: app.database, now: () => app.clock.now() })

  it('closes at the end of the last day in Argentina, once, and only those that ask for it', async () => {
    const deadline = addDays(today(app.clock.now()), 2)
    const asked = await buildCollection(app, lucia, { deadline, closesAlone: true })
    const later = await buildCollection(app, lucia, { deadline: addDays(deadline, 1) })
    await lucia.mutate('update-collection', { id: later, changes: { closesAlone: true } })
    // The form of an older release sends no `closesAlone`.
    const other = await buildCollection(app, lucia, { deadline })
    expect(await statusOf(other)).toEqual(['abierta', false])

    const end = startOfDay(deadline) + DAY
    app.clock.forward(end - MINUTE - app.clock.now().getTime())
    expect(await close()).toBe(0)
    app.clock.forward(2 * MINUTE)
    const counts = await Promise.all([close(), close(), close()])
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(await statusOf(asked)).toEqual(['cerrada', false])
    const { updatedAt } = (await lucia.query('collection', { id: asked })).body
    expect(Date.parse(updatedAt)).toBeGreaterThan(end)
    expect(await statusOf(later)).toEqual(['abierta', true])
    expect(await statusOf(other)).toEqual(['abierta', false])
    await expect(buildReport(app, asked)).rejects.toThrow()

    // Its organiser reopens it, and it stays open.
    await lucia.mutate('set-collection-status', { id: asked, status: 'abierta' })
    expect(await close()).toBe(0)
    expect(await statusOf(asked)).toEqual(['abierta', false])
  })

  it('closes a deleted one when it is restored', async () => {
    const deadline = today(app.clock.now())
    const id = await buildCollection(app, lucia, { deadline, closesAlone: true })
    await lucia.mutate('delete-collection', { id })
    app.clock.forward(DAY)
    await close()
    await lucia.mutate('restore-collection', { id })
    expect(await statusOf(id)).toEqual(['abierta', true])
    await close()
    expect(await statusOf(id)).toEqual(['cerrada', false])
  })

  it.runIf(engine === 'postgres')('waits for reports to several, without a deadlock', async () => {
    const deadline = today(app.clock.now())
    const [first, second] = [newId(), newId()]
    for (const id of [second, first]) {
      await buildCollection(app, lucia, { id, deadline, closesAlone: true })
    }
    app.clock.forward(2 * DAY)
    // Reports that arrive together lock their collections in the order of the ids.
    const lock = (id: string) => (tx: Transaction) =>
      tx.query('select from collections where id = $1 for no key update', [id])
    const report = await heldTransaction(app.database, lock(first), lock(second))
    const closed = close()
    await untilWaiting(app.database)
    await Promise.all([report(), closed])
    expect(await statusOf(second)).toEqual(['cerrada', false])
  })
})
