import { printTable } from '../print-table.ts'
import { runOnNetwork } from './network-run.ts'

/** Makes the run and prints its figures, and the story of a fault. Returns whether all held. */
export async function printNetworkRun(rounds: number, seed: number): Promise<boolean> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => ending.abort())
  }
  const began = performance.now()
  const { signal } = ending
  const { figures, faults, story } = await runOnNetwork({
    rounds,
    seed,
    signal,
    onProgress: console.log,
  })
  if (faults.length > 0) console.log(story.join('\n'))
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`Seed ${seed}, ${seconds} s${signal.aborted ? ', ended early' : ''}`)
  printTable(Object.entries({ ...figures, faults: faults.length }).map(figureLine))
  for (const fault of faults) console.log(fault)
  return faults.length === 0
}

function figureLine([name, value]: [string, number]): string[] {
  return [name, value.toLocaleString('en')]
}
