import * as z from 'zod/mini'
import { get, post } from '../api-call.ts'
import {
  ownReport,
  ownReportCorrection,
  ownReportKey,
  ownReportWithdrawal,
  removalRequest,
} from '../own-report.ts'

/** Returns the key of a report to the person who sent it with an account. Guests got theirs in the response to it. */
export const getOwnReportKey = post('/reports/own/key', {
  input: z.pick(ownReportKey, { id: true }),
  output: z.pick(ownReportKey, { key: true }),
})

/** The key is in the body, because proxies log URLs. */
export const getOwnReport = post('/reports/own', { input: ownReportKey, output: ownReport })

/** Asks the organiser to delete a report. */
export const askForRemoval = post('/reports/own/removal', {
  input: ownReportKey,
  output: ownReport,
})

/** Changes a report that is not verified yet (S12). */
export const correctOwnReport = post('/reports/own/correction', {
  input: ownReportCorrection,
  output: ownReport,
})

/** Withdraws a report that is not verified yet (S12). */
export const withdrawOwnReport = post('/reports/own/withdrawal', {
  input: ownReportWithdrawal,
  output: ownReport,
})

/** Returns the requests of a collection to its organiser. */
export const getRemovalRequests = get('/collections/:id/removal-requests', {
  output: z.object({ requests: z.array(removalRequest) }),
})
