/* The calls of administrators (A8). */
import * as z from 'zod/mini'
import { get, post } from '../api-call.ts'
import { complaintsDismissal, suspectCollection, suspension } from '../complaint.ts'
import { statistics, statisticsRequest } from '../statistics.ts'

export const getStatistics = get('/admin/statistics', {
  input: statisticsRequest,
  output: statistics,
})

export const getSuspectCollections = get('/admin/complaints', {
  output: z.object({ collections: z.array(suspectCollection) }),
})

export const suspendCollection = post('/admin/collections/:id/suspend', { input: suspension })

export const liftSuspension = post('/admin/collections/:id/lift')

export const dismissComplaints = post('/admin/collections/:id/dismiss-complaints', {
  input: complaintsDismissal,
})
