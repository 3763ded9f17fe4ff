import { expect, it } from 'vitest'
import { csvFileName, csvPart } from '../../shared/contributions-csv.ts'
import { newId } from '../../shared/id.ts'
import { check } from '../../shared/validation.ts'

/** Already the next day in UTC. */
const NOW = new Date('2026-11-22T01:30:00Z')

it.each([
  ['Regalo para la seño Marta', 'aportes_regalo_para_la_seno_marta_2026-11-21.csv'],
  ['  ¡Viaje 2026! ', 'aportes_viaje_2026_2026-11-21.csv'],
  ['../../etc/passwd"; x', 'aportes_etc_passwd_x_2026-11-21.csv'],
  ['🎂', 'aportes_colecta_2026-11-21.csv'],
])('names the file of %j by its reason and the day in Buenos Aires', (title, name) => {
  expect(csvFileName(title, NOW)).toBe(name)
})

it('keeps the name of a long reason short', () => {
  expect(csvFileName(`${'a'.repeat(59)} ${'b'.repeat(100)}`, NOW)).toBe(
    `aportes_${'a'.repeat(59)}_2026-11-21.csv`,
  )
})

it('reads which part of a list is asked for, and its bounds as moments', () => {
  const window = { after: null, upTo: '2026-03-05T02:59:00.000Z' }
  const part = { collectionId: newId(), separator: ';', window }
  expect(check(csvPart, part)).toEqual({
    ok: true,
    value: { ...part, search: '', state: 'all', method: 'all' },
  })
  for (const bound of ['after', 'upTo']) {
    expect(check(csvPart, { ...part, window: { ...window, [bound]: 'ayer' } }).ok).toBe(false)
  }
})
