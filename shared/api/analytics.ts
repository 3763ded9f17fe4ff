import { analyticsBatch } from '../analytics.ts'
import { post } from '../api-call.ts'

/** Receives the page views and events of people who agreed to analytics. */
export const sendEvents = post('/analytics', { input: analyticsBatch })
