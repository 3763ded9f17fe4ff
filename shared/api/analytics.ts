import { analyticsBatch } from '../analytics.ts'
import { post } from '../api-call.ts'

/** 204 at once, whether the events can be delivered or not. */
export const sendEvents = post('/analytics', { input: analyticsBatch })
