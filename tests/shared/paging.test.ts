import { expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { contains, pageArgs } from '../../shared/paging.ts'
import { check } from '../../shared/validation.ts'

const args = z.object(pageArgs)

it('defaults to the first page, ascending, without a search', () => {
  expect(check(args, {})).toEqual({ ok: true, value: { search: '', direction: 'asc', page: 1 } })
})

test.each([
  [{ search: 'a'.repeat(200), direction: 'desc', page: 10_000_000 }, true],
  [{ direction: 'asc' }, true],
  [{ search: 'a'.repeat(201) }, false],
  [{ direction: '' }, false],
  [{ page: 0 }, false],
  [{ page: 1.5 }, false],
  [{ page: 10_000_001 }, false],
])('reads %j: %j', (input, expected) => {
  expect(check(args, input).ok).toBe(expected)
})

it('matches a text anywhere, with its wildcards escaped', () => {
  expect(contains('ana')).toBe('%ana%')
  expect(contains('100%_\\')).toBe('%100\\%\\_\\\\%')
})
