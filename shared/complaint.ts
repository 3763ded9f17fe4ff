import * as z from 'zod/mini'
import { id, line, momentWithOffset, optionalLines } from './validation.ts'

export const complaintReason = z.enum(
  ['fraud', 'impersonation', 'offensive', 'other'],
  'Elige un motivo.',
)
export type ComplaintReason = z.infer<typeof complaintReason>

export const COMPLAINT_REASONS: Record<ComplaintReason, string> = {
  fraud: 'Parece una estafa',
  impersonation: 'Se hace pasar por otra persona',
  offensive: 'Tiene contenido ofensivo',
  other: 'Otro motivo',
}

export const complaint = z.object({
  id,
  reason: complaintReason,
  details: z._default(optionalLines(1_000), ''),
})
export type Complaint = z.infer<typeof complaint>

export const suspension = z.object({ reason: line(300, 'Escribe por qué la suspendes.') })

/** `until`: time of the latest complaint that the administrator saw. Later ones stay. */
export const complaintsDismissal = z.object({ until: momentWithOffset })

/** A collection with complaints, as administrators see it. */
export const suspectCollection = z.object({
  id: z.string(),
  title: z.string(),
  organiserEmail: z.string(),
  suspension: z.nullable(z.object({ reason: z.string(), suspendedAt: z.string() })),
  complaints: z.array(
    z.object({
      id: z.string(),
      reason: complaintReason,
      details: z.string(),
      createdAt: z.string(),
    }),
  ),
  complaintCount: z.number(),
})
export type SuspectCollection = z.infer<typeof suspectCollection>
