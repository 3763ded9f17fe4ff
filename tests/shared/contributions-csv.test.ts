import { expect, it } from 'vitest'
import { csvFileName } from '../../shared/contributions-csv.ts'

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
