import { printTable } from '../print-table.ts'
import { FIGURES, figureOf } from './figures.ts'

/** With each figure's floor and its comparisons. */
export function printResults(results: Record<string, number>): void {
  const beside = new Set(
    Object.keys(results).flatMap((key) => {
      const { server, arrays } = figureOf(key) ?? {}
      return [server, arrays].filter((other) => other !== undefined)
    }),
  )
  const lines = Object.entries(results)
    .filter(([key]) => !beside.has(key))
    .map(([key, value]) => {
      const { floor, least, server, arrays } = figureOf(key) ?? {}
      const holds = value <= (floor ?? Number.POSITIVE_INFINITY) && value >= (least ?? 0)
      const met = (floor ?? least) === undefined ? '' : holds ? 'holds' : 'MISSED'
      return [key, show(value), show(floor ?? least), met, of(results, server), of(results, arrays)]
    })
  printTable([['figure', 'measured', 'floor', '', 'server', 'arrays'], ...lines])

  const measured = Object.keys(results).map(figureOf)
  console.log('\nHow:')
  const told = new Set<string>()
  for (const [key, { how }] of Object.entries(FIGURES)) {
    if (!told.has(how) && measured.some((one) => one?.how === how)) console.log(`  ${key}: ${how}`)
    told.add(how)
  }
}

function of(results: Record<string, number>, key: string | undefined): string {
  return show(key === undefined ? undefined : results[key])
}

function show(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: 1 })
}
