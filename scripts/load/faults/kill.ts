import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../seed/random.ts'
import type { Fault, Say } from './fault.ts'

/** Between a process that is ready again and the next kill. */
const WAIT = { least: 300, most: 3_000 } // ms
/** Between a kill and the start. */
const DOWN = { least: 0, most: 500 } // ms

/** Kills a random process (kill -9) at random moments, `times` times, and starts it again. The seed sets the waits. */
export function kill(times: number, seed: number, say: Say): Fault {
  return {
    async strike({ servers }) {
      const random = createRandom(seed)
      for (let time = 1; time <= times; time++) {
        const wait = random.whole(WAIT.least, WAIT.most)
        await sleep(wait)
        const which = random.whole(0, servers.length - 1)
        const server = servers[which]
        if (!server) throw new Error('There is always one')
        await server.kill()
        await sleep(random.whole(DOWN.least, DOWN.most))
        const began = performance.now()
        await server.start()
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        say(`kill ${time} of ${times}: process ${which + 1} after ${wait} ms; back in ${seconds} s`)
      }
    },
  }
}
