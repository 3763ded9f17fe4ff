import { useEffect, useState } from 'react'
import { getPayment } from '../../../shared/api/payments.ts'
import { systemClock } from '../../../shared/async.ts'
import type { PaymentProgress } from '../../../shared/contribution.ts'
import { hasCode } from '../../../shared/errors.ts'
import { SECOND } from '../../../shared/time.ts'
import { request } from '../../api/request.ts'

/** Most notices come within seconds; later polls are slower. */
const OFTEN = 3 * SECOND
const SELDOM = 15 * SECOND
const OFTEN_AT_FIRST = 40

export type KnownPayment =
  | { name: 'asking' }
  | { name: 'known'; payment: PaymentProgress }
  /** The server has no such payment, or the URL names none. */
  | { name: 'unknown' }
  | { name: 'failed' }

export function usePayment(reference: string | null): KnownPayment {
  const [known, setKnown] = useState<KnownPayment>(
    reference === null ? { name: 'unknown' } : { name: 'asking' },
  )

  useEffect(() => {
    if (reference === null) return
    const stopping = new AbortController()
    void poll(reference, stopping.signal, setKnown)
    return () => stopping.abort()
  }, [reference])

  return known
}

async function poll(
  reference: string,
  signal: AbortSignal,
  update: (known: (before: KnownPayment) => KnownPayment) => void,
): Promise<void> {
  for (let asked = 0; !signal.aborted; asked += 1) {
    if (document.visibilityState === 'visible') {
      const answer = await ask(reference, signal)
      if (signal.aborted) return
      // A known result stays while the server is not reachable.
      update((before) => (answer.name === 'failed' && before.name === 'known' ? before : answer))
      if (answer.name === 'unknown') return
      if (answer.name === 'known' && answer.payment.state === 'confirmed') return
    }
    await systemClock.sleep(asked < OFTEN_AT_FIRST ? OFTEN : SELDOM, signal)
  }
}

async function ask(reference: string, signal: AbortSignal): Promise<KnownPayment> {
  try {
    return { name: 'known', payment: await request(getPayment, { params: { reference }, signal }) }
  } catch (error) {
    return { name: hasCode(error, 'not-found') ? 'unknown' : 'failed' }
  }
}
