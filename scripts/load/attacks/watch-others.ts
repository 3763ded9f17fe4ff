import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/measure.ts'
import { createAsk } from '../ask.ts'

/** People who open the same public colecta, each again and again. */
const PEOPLE = 4
const PAUSE = 50 // ms

/** How long a request of somebody else took, in ms. */
export interface OthersTimes {
  requests: number
  p50: number
  p99: number
  max: number
  /** Responses other than 200. */
  failed: number
}

/** Measures `GET /api/collections/:id` as others ask it, for `ms`. */
export async function watchOthers(
  origin: string,
  collectionId: string,
  ms: number,
): Promise<OthersTimes> {
  const ask = createAsk(origin)
  const times: number[] = []
  let failed = 0
  const until = performance.now() + ms
  const person = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const answer = await ask('GET', `/api/collections/${collectionId}`).catch(() => null)
      times.push(performance.now() - began)
      if (answer?.status !== 200) failed++
      await sleep(PAUSE)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, person))
  const at = (share: number) => percentile(times, share)
  return { requests: times.length, p50: at(0.5), p99: at(0.99), max: Math.max(...times), failed }
}
