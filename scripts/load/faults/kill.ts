import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../seed/random.ts'
import type { Fault, Say } from './fault.ts'

/** Between a process that is back and the next kill. */
const WAIT = { least: 300, most: 3_000 } // ms
/** How long it stays away. */
const AWAY = { least: 0, most: 500 } // ms

/** `kill -9` of any process at any moment, and its start again, so many times; the same seed, the same waits. */
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
        await sleep(random.whole(AWAY.least, AWAY.most))
        const began = performance.now()
        await server.start()
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        say(`kill ${time} of ${times}: process ${which + 1} after ${wait} ms; back in ${seconds} s`)
      }
    },
  }
}
