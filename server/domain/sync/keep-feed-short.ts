import { HOUR } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'
import { trimFeed } from './trim-feed.ts'

interface Tools {
  database: Database
  now(): Date
  onFault(error: unknown): void
}

/** Trims the feed now and every hour. Returns a function that stops it. */
export function keepFeedShort({ database, now, onFault }: Tools): () => Promise<void> {
  const stopping = new AbortController()
  let trimming = Promise.resolve()
  const trim = () => {
    trimming = trimming
      .then(() => trimFeed(database, { now: now(), signal: stopping.signal }))
      .catch(onFault)
  }
  trim()
  const timer = setInterval(trim, HOUR)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
    return trimming
  }
}
