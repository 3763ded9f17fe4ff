import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildPerson,
  buildReport,
  contributionState,
  liveMatchesOf,
  matchInput,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/* Constraints of the table of matches: one line pays one contribution, or parts of it pay several, also after an undo. */
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

  const report = (amount = 5_000_00) => buildReport(app, collectionId, { amount })
  const insert = (
    contributionId: string,
    { id, lineId, ...input }: ReturnType<typeof matchInput>,
  ) =>
    app.database.query(
      `insert into statement_matches (
         id, organiser_id, contribution_id, line_id, line_day, line_amount, part, is_split,
         reason, is_automatic, source, state_before, matched_at
       )
       values ($1, $2, $3, $4, $5, $6::numeric / 100, $7::numeric / 100, $8, 'by-hand', false,
               '', 'confirmed', now())`,
      [
        ...[id, lucia.id, contributionId, lineId, input.lineDay],
        ...[input.lineAmount, input.part, input.isSplit],
      ],
    )

  it('rejects one line for two contributions', async () => {
    const line = newId()
    const [first, second] = [await report(), await report()]
    await insert(first, matchInput(first, { line }))
    await expect(insert(second, matchInput(second, { line }))).rejects.toMatchObject({
      code: '23505',
    })
  })

  it.each([
    ['parts above the line', { isSplit: true, part: 3_000_00 }],
    ['a part of a whole line', { isSplit: true, part: 1_00 }, false],
    ['parts of two amounts', { isSplit: true, part: 1_00, lineAmount: 4_000_00 }],
  ])('rejects %s', async (_what, changes, isSplit = true) => {
    const line = newId()
    const [first, second] = [await report(), await report()]
    await insert(first, matchInput(first, { line, isSplit, part: 3_000_00 }))
    const adding = insert(second, matchInput(second, { line, ...changes }))
    await expect(adding).rejects.toMatchObject({ constraint: 'statement_matches_parts' })
  })

  describe.each([
    ['set-contribution-state', (id: string) => ({ id })],
    ['set-contributions-state', (id: string) => ({ ids: [id] })],
  ])('an undo of %s', (name, row) => {
    const match = (...matches: object[]) => lucia.mutate('match-lines', { matches })
    const undo = (...ids: string[]) => lucia.mutate('undo-matches', { ids })
    const ok = { ok: true }
    const set = (id: string, state: string, ...matches: { id: string }[]) =>
      lucia.mutate(name, { ...row(id), state, matches: matches.map(({ id }) => id) })

    const stateOf = (id: string) => contributionState(lucia, collectionId, id)
    const linesOf = (id: string) => liveMatchesOf(lucia, id)

    it('gives the contribution its lines back', async () => {
      const id = await report()
      const input = matchInput(id)
      await match(input)
      await set(id, 'rejected')
      expect(await set(id, 'verified', input)).toMatchObject(ok)
      expect([await stateOf(id), await linesOf(id)]).toEqual(['verified', [input.id]])
      await undo(input.id)
      expect(await stateOf(id)).toBe('confirmed')
    })

    it('keeps the line that paid a part', async () => {
      const id = await report()
      const half = matchInput(id, { lineAmount: 2_500_00, part: 2_500_00 })
      await match(half)
      await set(id, 'verified')
      await set(id, 'confirmed', half)
      expect([await stateOf(id), await linesOf(id)]).toEqual(['confirmed', [half.id]])
    })

    it('takes no line from a contribution that it pays meanwhile', async () => {
      const [first, second, third] = [await report(), await report(), await report()]
      const line = newId()
      // The line has enough for both, and yet pays only one as a whole.
      const lineAmount = 10_000_00
      const whole = matchInput(first, { line, lineAmount })
      await match(whole)
      await set(first, 'pending')
      await match(matchInput(second, { line, lineAmount }))
      expect(await set(first, 'verified', whole)).toMatchObject(ok)
      expect([await linesOf(first), (await linesOf(second)).length]).toEqual([[], 1])

      const parted = newId()
      const part = (id: string, part: number) =>
        matchInput(id, { line: parted, part, isSplit: true })
      const [most, some] = [part(third, 4_000_00), part(first, 1_000_00)]
      await match(most, some)
      await set(third, 'pending')
      expect(await set(third, 'confirmed', most, some)).toMatchObject(ok)
      expect(await linesOf(third)).toEqual([most.id])
      await set(third, 'pending')
      await match(part(await report(1_00), 1_00))
      expect(await set(third, 'confirmed', most)).toMatchObject(ok)
      expect(await linesOf(third)).toEqual([])
    })
  })
})
