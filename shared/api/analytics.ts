import { analyticsBatch } from '../analytics.ts'
import { post } from '../api-call.ts'

export const sendEvents = post('/analytics', { input: analyticsBatch })
