/*
 * node --import tsx scripts/load/attacks/attacker.ts NAME: plays one attack in a process of its own, so that its
 * cost does not affect the measured times of others. The first message names the target; the second ends the
 * attack, and this process then sends its counts.
 */
import { once, setMaxListeners } from 'node:events'
import { ATTACKS, type Target } from './attacks.ts'

const attack = ATTACKS.find(({ name }) => name === process.argv[2])
if (!attack) throw new Error('There is no such attack')
process.once('disconnect', () => process.exit())

const counts = new Map<string, number>()
const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
const ending = new AbortController()
setMaxListeners(0, ending.signal) // each connection is one listener

const [target] = (await once(process, 'message')) as [Omit<Target, 'count'>]
const running = attack.run({ ...target, count }, ending.signal)
running.catch((error) => count(String(error)))
await once(process, 'message')
ending.abort()
process.send?.([...counts], () => process.exit())
