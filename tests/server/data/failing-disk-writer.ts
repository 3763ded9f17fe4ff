import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/*
 * A process for durability.test.ts: the steady writer on a disk that fails for good. Arguments as for the steady writer,
 * then the function of node:fs that fails, its error, and after how many calls.
 */
const [failing, code, calls] = process.argv.slice(6)
let left = Number(calls)

if (failing === 'fsyncSync') {
  const { fsyncSync } = fs
  fs.fsyncSync = (file) => {
    use()
    fsyncSync(file)
  }
} else {
  const { writeSync } = fs
  fs.writeSync = ((file: number, ...rest: [never]) => {
    if (file > 2) use()
    return writeSync(file, ...rest)
  }) as typeof writeSync
}
syncBuiltinESMExports()
await import('./steady-writer.ts')

function use(): void {
  if (left-- <= 0) throw Object.assign(new Error(code), { code })
}
