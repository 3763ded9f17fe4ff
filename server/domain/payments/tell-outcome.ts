import type { Logger } from 'pino'
import type { CheckoutMethod } from '../../../shared/contribution.ts'
import type { Settled } from './settle-payment.ts'

export function tellOutcome(log: Logger, provider: CheckoutMethod, settled: Settled): void {
  switch (settled.name) {
    case 'unknown':
      log.info({ provider }, 'payment of nothing here')
      return
    case 'stale':
      return
    case 'kept': {
      const { contributionId, status } = settled
      if (settled.isUnmatched) {
        log.warn({ provider, contributionId }, 'payment of another amount or currency')
      } else log.info({ provider, contributionId, status }, 'payment')
    }
  }
}
