import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { MOST_MATCHES_AT_ONCE } from '../../shared/statement-match.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  contributionState,
  createdInput,
  liveMatchesOf,
  matchInput,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/* Lines of the organiser's statement and the contributions that they pay. */
eachEngine((open) => {
  let app: TestApp
  let lucia: Person
  let collectionId: string

  beforeAll(async () => {
    app = await buildApp(await open())
  })
  beforeEach(async () => {
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
  })

  const report = (amount = 5_000_00, contributorName = 'Julieta Romero') =>
    buildReport(app, collectionId, { amount, contributorName })
  const match = (...matches: object[]) => lucia.mutate('match-lines', { matches })
  const undo = (...ids: string[]) => lucia.mutate('undo-matches', { ids })
  const setState = (id: string, state: string) =>
    lucia.mutate('set-contribution-state', { id, state })
  const ok = { ok: true }
  const conflict = (message: string) => ({ ok: false, error: { code: 'conflict', message } })

  const stateOf = (id: string) => contributionState(lucia, collectionId, id)
  const linesOf = (id: string) => liveMatchesOf(lucia, id)

  describe('match-lines', () => {
    it('verifies the contributions that lines cover, and moves the totals', async () => {
      const [first, second] = [await report(), await report(7_000_00)]
      const both = [
        matchInput(first),
        matchInput(second, { lineAmount: 7_000_00, part: 7_000_00, reason: 'cuit' }),
      ]
      expect(await match(...both)).toMatchObject(ok)
      expect([await stateOf(first), await stateOf(second)]).toEqual(['verified', 'verified'])
      expect((await lucia.query('collection', { id: collectionId })).body).toMatchObject({
        amountVerified: 12_000_00,
        verifiedCount: 2,
      })
    })

    it('creates one match when it is sent again', async () => {
      const id = await report()
      const input = matchInput(id)
      await match(input)
      expect(await match(input)).toMatchObject(ok)
      expect(await match({ ...input, id: newId() })).toMatchObject(ok)
      expect(await linesOf(id)).toEqual([input.id])
    })

    it('verifies a contribution once its parts reach the amount', async () => {
      const id = await report()
      const part = (part: number) => matchInput(id, { lineAmount: part, part, isAutomatic: false })
      await match(part(2_000_00))
      expect(await stateOf(id)).toBe('confirmed')
      await match(part(3_000_00))
      expect(await stateOf(id)).toBe('verified')
    })

    it('verifies a contribution for less than its amount when the organiser accepts it', async () => {
      const id = await report()
      await match(matchInput(id, { lineAmount: 4_500_00, part: 4_500_00, asIs: true }))
      expect(await stateOf(id)).toBe('verified')
    })

    it.each(['pending', 'rejected'])('verifies one that is %s', async (state) => {
      const id = await report()
      await setState(id, state)
      await match(matchInput(id))
      expect(await stateOf(id)).toBe('verified')
    })

    it('refuses a line that pays another contribution, and all that came with it', async () => {
      const [ana, beto, caro] = [await report(1_00, 'Ana'), await report(), await report()]
      const line = newId()
      await match(matchInput(ana, { line }))
      const outcome = await match(matchInput(caro), matchInput(beto, { line }))
      expect(outcome).toMatchObject(
        conflict('El ingreso de $\u00a05.000 del 20/11/2026 ya es del aporte de Ana.'),
      )
      expect(await linesOf(beto)).toEqual([])
      expect(await stateOf(caro)).toBe('confirmed')
    })

    it('refuses a line twice in one change', async () => {
      const [first, second] = [await report(), await report()]
      const line = newId()
      expect(await match(matchInput(first, { line }), matchInput(second, { line }))).toMatchObject({
        error: { code: 'conflict' },
      })
    })

    it('refuses another line for a contribution that lines cover, also in one change', async () => {
      const id = await report()
      const refusal = conflict('El aporte de Julieta Romero ya está acreditado con otro ingreso.')
      const less = matchInput(id, { lineAmount: 4_500_00, part: 4_500_00, asIs: true })
      const parts = [2_000_00, 3_000_00].map((part) => matchInput(id, { lineAmount: part, part }))
      for (const covering of [[matchInput(id)], [less], parts]) {
        expect(await match(...covering, matchInput(id))).toMatchObject(refusal)
      }
      expect(await match(...parts)).toMatchObject(ok)
      expect(await match(matchInput(id))).toMatchObject(refusal)
    })

    it('divides a line among contributions, up to its amount', async () => {
      const [first, second, third] = [
        await report(2_000_00),
        await report(3_000_00),
        await report(),
      ]
      const line = newId()
      const part = (id: string, part: number) => matchInput(id, { line, part, isSplit: true })
      expect(await match(part(first, 2_000_00), part(second, 3_000_00))).toMatchObject(ok)
      expect([await stateOf(first), await stateOf(second)]).toEqual(['verified', 'verified'])
      expect(await match(part(third, 1))).toMatchObject(
        conflict(
          'El ingreso de $\u00a05.000 del 20/11/2026 no alcanza para todos los aportes que paga.',
        ),
      )
      expect(await match(matchInput(third, { line }))).toMatchObject({
        error: { code: 'conflict' },
      })
    })

    it('refuses a contribution that was corrected since, that is hidden, or of another', async () => {
      const [corrected, hidden] = [await report(), await report()]
      await app.database.query('update contributions set version = 2 where id = $1', [corrected])
      await lucia.mutate('hide-contributions', { ids: [hidden] })
      const other = await buildPerson(app)
      const foreign = await buildReport(app, await buildCollection(app, other))
      expect(await match(matchInput(corrected))).toMatchObject({ error: { code: 'conflict' } })
      for (const id of [hidden, foreign]) {
        const outcome = await match(matchInput(await report()), matchInput(id))
        expect(outcome).toMatchObject({ error: { code: 'not-found' } })
      }
      await lucia.mutate('delete-collection', { id: collectionId })
      expect(await match(matchInput(corrected, { version: 2 }))).toMatchObject({
        error: { code: 'not-found' },
      })
    })

    it.each([
      ['nothing', { matches: [] }],
      [
        'more than a hundred',
        { matches: Array(MOST_MATCHES_AT_ONCE + 1).fill(matchInput(newId())) },
      ],
      ['an unreadable line', { matches: [matchInput(newId(), { lineId: 'x' })] }],
      ['no amount', { matches: [matchInput(newId(), { part: 0 })] }],
      ['a part above its line', { matches: [matchInput(newId(), { part: 5_000_01 })] }],
      ['an unknown reason', { matches: [matchInput(newId(), { reason: 'created' })] }],
      ['a day that does not exist', { matches: [matchInput(newId(), { lineDay: '2026-02-30' })] }],
    ])('refuses %s', async (_what, args) => {
      expect(await lucia.mutate('match-lines', args)).toMatchObject({
        error: { code: 'invalid-input' },
      })
    })
  })

  describe('undo-matches', () => {
    it.each(['confirmed', 'pending', 'rejected'])('gives back the state %s', async (state) => {
      const id = await report()
      await lucia.mutate('set-contribution-state', { id, state, reason: 'No llegó' })
      const input = matchInput(id)
      await match(input)
      expect(await undo(input.id)).toMatchObject(ok)
      const { rows } = (await lucia.query('collection-contributions', { collectionId })).body
      expect(rows).toMatchObject([
        { state, rejectionReason: state === 'rejected' ? 'No llegó' : '' },
      ])
      expect(await linesOf(id)).toEqual([])
      expect(await undo(input.id)).toMatchObject(ok)
      expect(await match(matchInput(id))).toMatchObject(ok)
    })

    it('leaves a contribution verified that was verified before, or is covered by other lines', async () => {
      const manual = await buildManualContribution(lucia, collectionId)
      const onManual = matchInput(manual)
      await match(onManual)
      await undo(onManual.id)
      expect(await stateOf(manual)).toBe('verified')

      const id = await report()
      const half = matchInput(id, { lineAmount: 2_500_00, part: 2_500_00 })
      const rest = matchInput(id, { lineAmount: 5_000_00 })
      await match(half)
      await match(rest)
      await undo(half.id)
      expect(await stateOf(id)).toBe('verified')
      await undo(rest.id)
      expect(await stateOf(id)).toBe('confirmed')
    })

    it('removes the verification when the other parts are not enough', async () => {
      const id = await report()
      const parts = [2_000_00, 3_000_00].map((part) => matchInput(id, { lineAmount: part, part }))
      await match(...parts)
      await undo(parts[0]?.id ?? '')
      expect(await stateOf(id)).toBe('confirmed')
      expect(await linesOf(id)).toEqual([parts[1]?.id])
    })

    it('does not undo matches of other people', async () => {
      const input = matchInput(await report())
      await match(input)
      const other = await buildPerson(app)
      expect(await other.mutate('undo-matches', { ids: [input.id] })).toMatchObject({
        error: { code: 'not-found' },
      })
    })

    it('keeps the match of a contribution that now belongs to another organiser', async () => {
      const [own, theirs] = [matchInput(await report()), matchInput(await report())]
      await match(own, theirs)
      const other = await buildPerson(app)
      await app.database.query('update contributions set organiser_id = $2 where id = $1', [
        theirs.contributionId,
        other.id,
      ])
      expect(await undo(theirs.id)).toMatchObject({ error: { code: 'not-found' } })
      expect(await undo(own.id, theirs.id)).toMatchObject(ok)
      expect(await stateOf(own.contributionId)).toBe('confirmed')
    })
  })

  it.each([
    ['set-contribution-state', (id: string) => ({ id, state: 'rejected' })],
    ['set-contributions-state', (id: string) => ({ ids: [id], state: 'pending' })],
  ])('frees the lines of a contribution that %s makes unverified', async (name, args) => {
    const [first, second] = [await report(), await report()]
    const line = newId()
    await match(matchInput(first, { line }))
    await lucia.mutate(name, args(first))
    expect(await linesOf(first)).toEqual([])
    expect(await match(matchInput(second, { line }))).toMatchObject(ok)
  })

  describe('the line of a hidden contribution', () => {
    it('pays it again once it is shown', async () => {
      const id = await report()
      const input = matchInput(id)
      await match(input)
      await lucia.mutate('hide-contributions', { ids: [id] })
      expect(await linesOf(id)).toEqual([])
      await lucia.mutate('show-contributions', { ids: [id] })
      expect(await linesOf(id)).toEqual([input.id])
      expect(await stateOf(id)).toBe('verified')
    })

    it('can pay another contribution, and then the first is no longer verified', async () => {
      const [first, second] = [await report(), await report()]
      const line = newId()
      await match(matchInput(first, { line }))
      await lucia.mutate('hide-contributions', { ids: [first] })
      expect(await match(matchInput(second, { line }))).toMatchObject(ok)
      await lucia.mutate('show-contributions', { ids: [first] })
      expect([await stateOf(first), await stateOf(second)]).toEqual(['confirmed', 'verified'])
    })
  })

  describe('create-from-line', () => {
    it('adds a contribution that is verified by its line, in a closed collection too', async () => {
      await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
      await app.database.query(`update collections set created_at = '2026-11-01' where id = $1`, [
        collectionId,
      ])
      const input = createdInput(collectionId)
      expect(await lucia.mutate('create-from-line', input)).toMatchObject(ok)
      expect(await lucia.mutate('create-from-line', input)).toMatchObject(ok)
      const { rows } = (await lucia.query('collection-contributions', { collectionId })).body
      expect(rows).toMatchObject([
        {
          id: input.id,
          contributorName: 'Ana Gómez',
          amount: 5_000_00,
          paymentMethod: 'Transferencia',
          paymentDate: '2026-11-20T15:00:00.000Z',
          state: 'verified',
        },
      ])
      const { body } = await lucia.query('contribution-matches', { contributionId: input.id })
      expect(body).toMatchObject([{ reason: 'created', isAutomatic: false }])
      await undo(input.match.id)
      expect(await stateOf(input.id)).toBe('confirmed')
    })

    it('adds nothing for a line that is taken', async () => {
      const line = newId()
      await match(matchInput(await report(), { line }))
      const input = createdInput(collectionId, { line })
      expect(await lucia.mutate('create-from-line', input)).toMatchObject({
        error: { code: 'conflict' },
      })
      const { total } = (await lucia.query('collection-contributions', { collectionId })).body
      expect(total).toBe(1)
    })

    it('sends the organiser no notice', async () => {
      await lucia.mutate('create-from-line', createdInput(collectionId))
      expect((await lucia.query('arrivals', { collectionId, since: null })).body).toMatchObject({
        count: 0,
      })
    })
  })

  it('gives each person a key of their own, which no device replaces', async () => {
    const { body: key } = await lucia.query('statement-key')
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await lucia.mutate('keep-statement-key', { key: 'a'.repeat(43) })).toMatchObject(ok)
    expect((await lucia.query('statement-key')).body).toBe(key)
    const other = await buildPerson(app)
    expect((await other.query('statement-key')).body).not.toBe(key)
  })

  it('lists the used lines of some days, and the history of confirmations', async () => {
    const [first, second] = [await report(), await report()]
    const early = matchInput(first, { lineDay: '2026-11-10' })
    const late = matchInput(second)
    await match(early, late)
    const used = async (from: string, to: string) =>
      (await lucia.query('statement-matches', { from, to })).body
    expect(await used('2026-11-11', '2026-11-20')).toEqual([
      {
        id: late.id,
        contributionId: second,
        lineId: late.lineId,
        lineDay: '2026-11-20',
        lineAmount: 5_000_00,
        part: 5_000_00,
        isSplit: false,
        reason: 'unique-amount',
        isAutomatic: true,
        source: 'mercado-pago',
        asIs: false,
        matchedAt: expect.any(String),
      },
    ])
    expect(await used('2026-11-10', '2026-11-20')).toHaveLength(2)
    await undo(late.id)
    expect(await used('2026-11-20', '2026-11-20')).toEqual([])
    expect((await lucia.query('conciliation-history')).body).toEqual([
      { matchedAt: expect.any(String), count: 2, total: 10_000_00, liveIds: [early.id] },
    ])
  })

  it('counts a confirmation sent in several changes once, and dates none in the future', async () => {
    const ids = [await report(), await report(), await report()]
    const at = new Date(Date.now() - 60_000).toISOString()
    const confirm = (id: string | undefined, confirmedAt: string) =>
      lucia.mutate('match-lines', { matches: [matchInput(id ?? '')], confirmedAt })
    await confirm(ids[0], at)
    await confirm(ids[1], at)
    await confirm(ids[2], '2099-01-01T00:00:00.000Z')
    const { body } = await lucia.query('conciliation-history')
    expect(body).toMatchObject([{ count: 1 }, { count: 2, matchedAt: at }])
    expect(body[0].matchedAt < '2099').toBe(true)
  })

  it('deletes matches and key with the account', async () => {
    await match(matchInput(await report()))
    const left = async () => {
      const [row] = await app.database.query<{ left: number }>(
        `select (select count(*) from statement_matches where organiser_id = $1)
              + (select count(*) from statement_keys where id = $1) as "left"`,
        [lucia.id],
      )
      return row?.left
    }
    expect(await left()).toBe(2)
    const { status } = await lucia.post('/api/account/delete', { proof: lucia.email })
    expect([status, await left()]).toEqual([204, 0])
  })
})
