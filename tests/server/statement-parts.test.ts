import { beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildPerson,
  buildReport,
  matchInput,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/* Constraints of the table of matches: one line pays one contribution, or parts of it pay several. */
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

  const report = () => buildReport(app, collectionId)
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
})
