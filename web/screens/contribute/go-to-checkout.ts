import { startCheckout } from '../../../shared/api/payments.ts'
import type { CheckoutMethod, ContributionReport } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { agreesToMeasuring } from '../../api/consent.ts'
import { keepCheckout } from '../../api/measured-checkouts.ts'
import { request } from '../../api/request.ts'

/**
 * Begins to pay and leaves for the provider's page. Pressed again, also after coming back, it leads to
 * the same payment; with other data, or after it was paid, to another. Throws AppError.
 */
export async function goToCheckout(
  collectionId: string,
  report: ContributionReport,
  method: CheckoutMethod,
  payer: 'guest' | 'logged',
): Promise<void> {
  const begin = (id: string) =>
    request(startCheckout, {
      params: { id: collectionId },
      input: { ...report, id, paymentMethod: method },
    })
  const { reference, url } = await begin(report.id).catch((error) => {
    if (error instanceof AppError && error.code === 'conflict') return begin(newId())
    throw error
  })
  if (!isPage(url)) throw new AppError('unavailable', 'El medio de pago no respondió bien.')
  if (agreesToMeasuring()) keepCheckout(reference, payer)
  window.location.assign(url)
}

/** Nothing but a page: never a script. Plain http is for trying it out, where we are on it ourselves. */
function isPage(url: string): boolean {
  const { protocol } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && window.location.protocol === 'http:')
}
