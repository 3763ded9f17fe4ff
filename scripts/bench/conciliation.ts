/* Measures how fast statements are read and matched with contributions. */
import { utils, write } from '@e965/xlsx'
import { propose } from '../../shared/conciliation/propose.ts'
import { readStatements } from '../../shared/conciliation/read-statements.ts'
import { generateWorld } from '../conciliation/generate-world.ts'
import { FORMATS, writeStatement } from '../conciliation/statement-formats.ts'
import { waitingIn } from '../conciliation/world.ts'
import { measureConciliationPage } from './conciliation-page.ts'
import { percentile, timeEach } from './measure.ts'

const CONTRIBUTIONS = 5_000
const LINES = 10_000
const TURNS = 7

export async function measureConciliation(): Promise<Record<string, number>> {
  const { world, movements } = generateWorld({
    seed: 1,
    contributions: CONTRIBUTIONS,
    hasUniqueAmounts: false,
  })
  const [format] = FORMATS
  if (!format) throw new Error('There is no format.')
  const csv = writeStatement(format, movements.slice(0, LINES)).file
  const cells = new TextDecoder()
    .decode(csv.bytes)
    .split('\n')
    .map((row) => row.replaceAll('"', '').split(';'))
  const book = utils.book_new(utils.aoa_to_sheet(cells), 'Movimientos')
  const xlsx = { name: 'x.xlsx', bytes: new Uint8Array(write(book, { type: 'array' })) }

  const { lines } = await readStatements([csv])
  const waiting = waitingIn(world)
  const owner = { names: [world.organiser.name], cuits: [] }
  return {
    'conciliation.csv_10000_ms': await median(() => readStatements([csv])),
    'conciliation.xlsx_10000_ms': await median(() => readStatements([xlsx])),
    'conciliation.match_10000_ms': await median(() => propose(lines, waiting, owner)),
    ...(await measureConciliationPage(csv, world)),
  }
}

async function median(work: () => unknown): Promise<number> {
  return percentile(await timeEach(TURNS, async () => work()), 0.5)
}
