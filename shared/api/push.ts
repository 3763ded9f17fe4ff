import { get, post } from '../api-call.ts'
import { pushState, pushSubscription } from '../push.ts'

/* A session stands for the device: each has its own, and its end ends what it subscribed to. */
export const getPush = get('/collections/:id/push', { output: pushState })

export const turnPushOn = post('/collections/:id/push', { input: pushSubscription })

export const turnPushOff = post('/collections/:id/push/off')
