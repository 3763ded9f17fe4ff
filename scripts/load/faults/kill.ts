import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../seed/random.ts'
import type { Fault, Log } from './fault.ts'

/** Range of the pause between a process that is ready again and the next kill. */
const WAIT = { min: 300, max: 3_000 } // ms
/** Range of the pause between a kill and the start. */
const DOWN = { min: 0, max: 500 } // ms

/** Kills a random process (kill -9) at random moments, `times` times, and starts it again. The seed sets the waits. */
export function kill(times: number, seed: number, log: Log): Fault {
  return {
    async run({ servers }) {
      const random = createRandom(seed)
      for (let time = 1; time <= times; time++) {
        const wait = random.whole(WAIT.min, WAIT.max)
        await sleep(wait)
        const which = random.whole(0, servers.length - 1)
        const server = servers[which]
        if (!server) throw new Error('A site has at least one server')
        await server.kill()
        await sleep(random.whole(DOWN.min, DOWN.max))
        const began = performance.now()
        await server.restart()
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        log(`kill ${time} of ${times}: process ${which + 1} after ${wait} ms; back in ${seconds} s`)
      }
    },
  }
}
