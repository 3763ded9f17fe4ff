import { get, post } from '../api-call.ts'
import { pushState, pushSubscription } from '../push.ts'

/* A session stands for a device: each has a push subscription of its own, which ends with the session. */
export const getPush = get('/collections/:id/push', { output: pushState })

export const turnPushOn = post('/collections/:id/push', { input: pushSubscription })

export const turnPushOff = post('/collections/:id/push/off')
