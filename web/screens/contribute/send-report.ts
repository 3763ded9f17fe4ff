import type { ContributionReport } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 400

/**
 * Tells the server of a transfer. Null when it was taken in, else why not. An answer that got lost
 * is asked for again: the report's id makes it one contribution however often it arrives.
 */
export async function sendReport(
  collectionId: string,
  report: ContributionReport,
  attempt = 1,
): Promise<AppError | null> {
  try {
    await request('POST', `/api/collections/${collectionId}/contributions`, report)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'unavailable' || attempt === ATTEMPTS) return error
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)))
    return sendReport(collectionId, report, attempt + 1)
  }
}
