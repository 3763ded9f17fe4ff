import { expect, it, test } from 'vitest'
import { statisticsRequest } from '../../shared/statistics.ts'
import { check } from '../../shared/validation.ts'

test.each([7, 30, 90, 365])('statistics of %i days are read', (days) => {
  expect(check(statisticsRequest, { days: String(days) })).toEqual({ ok: true, value: { days } })
})

it('takes seven days when none are named', () => {
  expect(check(statisticsRequest, {})).toEqual({ ok: true, value: { days: 7 } })
})

test.each(['8', '', 'todos'])('refuses %j days', (days) => {
  expect(check(statisticsRequest, { days })).toEqual({
    ok: false,
    problems: { days: 'El período debe ser de 7, 30, 90, 365 días.' },
  })
})
