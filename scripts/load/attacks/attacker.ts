/*
 * node --import tsx scripts/load/attacks/attacker.ts NAME: plays one attack from a process of its own, so that its
 * cost does not show in the times that others are measured by. It is told its target by a message, ends at the
 * next one, and then sends what it counted.
 */
import { once, setMaxListeners } from 'node:events'
import type { Target } from './attack.ts'
import { ATTACKS } from './attacks.ts'

const attack = ATTACKS.find(({ name }) => name === process.argv[2])
if (!attack) throw new Error('There is no such attack')
process.once('disconnect', () => process.exit())

const counts = new Map<string, number>()
const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
const ending = new AbortController()
setMaxListeners(0, ending.signal) // every connection listens to it

const [target] = (await once(process, 'message')) as [Omit<Target, 'count'>]
const running = attack.run({ ...target, count }, ending.signal)
running.catch((error) => count(String(error)))
await once(process, 'message')
ending.abort()
process.send?.([...counts], () => process.exit())
