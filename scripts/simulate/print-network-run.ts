import { printTable } from '../print-table.ts'
import { runOnNetwork } from './network-run.ts'
import { createRunRecord, type RunRecord } from './run-record.ts'

/** Makes the run and prints its figures, and the story of a fault. Returns whether all held. */
export async function printNetworkRun(rounds: number, seed: number): Promise<boolean> {
  const record = createRunRecord()
  // Servers and folders are ended by 'exit' handlers, which a signal alone does not run.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.log('Ended early.')
      printFigures(record)
      process.exit(1)
    })
  }
  const began = performance.now()
  await runOnNetwork({ rounds, seed, record, onProgress: console.log })
  const { faults, story } = record
  if (faults.length > 0) console.log(story.join('\n'))
  console.log(`Seed ${seed}, ${((performance.now() - began) / 1000).toFixed(0)} s`)
  printFigures(record)
  for (const fault of faults) console.log(fault)
  return faults.length === 0
}

function printFigures({ figures, faults }: RunRecord): void {
  const lines = Object.entries({ ...figures, faults: faults.length })
  printTable(lines.map(([name, value]) => [name, value.toLocaleString('en')]))
}
