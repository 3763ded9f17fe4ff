import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE, SECOND } from '../../shared/time.ts'
import { WebhookRefused } from './payment-provider.ts'

/** Until this age a replay is recognised by its signature (domain/payments/process-webhook.ts). */
export const WEBHOOK_VALID_FOR = 15 * MINUTE
const EARLY = 5 * MINUTE // clocks differ

/** Returns `v1` of `ts=...,v1=hex`, the HMAC-SHA256 of `manifest(ts)`. Throws WebhookRefused, also for an old `ts`. */
export function checkSignature(
  secret: string,
  header: string | undefined,
  manifest: (ts: string) => string,
  now: Date,
): string {
  const { ts, v1 } = partsOf(header ?? '')
  if (!ts || !v1 || !/^\d{1,16}$/.test(ts)) throw new WebhookRefused('unsigned')

  const expected = createHmac('sha256', secret).update(manifest(ts)).digest()
  const given = Buffer.from(v1, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new WebhookRefused('altered')
  }
  const age = now.getTime() - milliseconds(Number(ts))
  if (age > WEBHOOK_VALID_FOR || age < -EARLY) throw new WebhookRefused('old')
  return expected.toString('hex')
}

function partsOf(header: string): Record<string, string | undefined> {
  const pairs = header.split(',').map((part) => part.trim().split('='))
  return Object.fromEntries(pairs.map(([name = '', value]) => [name, value]))
}

/** Numbers below 1e11 are seconds (until the year 5138), others milliseconds (since 1973). */
function milliseconds(ts: number): number {
  return ts < 100_000_000_000 ? ts * SECOND : ts
}
