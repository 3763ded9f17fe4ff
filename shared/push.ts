import * as z from 'zod/mini'

const bytes = (length: number) =>
  z
    .string('La suscripción no es válida.')
    .check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`), 'La suscripción no es válida.'))

export const pushSubscription = z.object({
  endpoint: z.string('La suscripción no es válida.').check(z.maxLength(1_000)),
  p256dh: bytes(87),
  auth: bytes(22),
})
export type PushSubscriptionInput = z.infer<typeof pushSubscription>

/** State of the notifications of a colecta on this device. */
export const pushState = z.object({
  isOn: z.boolean(),
  /** The VAPID key of this installation, for the browser's subscription. */
  publicKey: z.string(),
})

export interface PushText {
  title: string
  body: string
  /** A path of this site, which a press opens. */
  url: string
  /** A later message replaces the earlier one with the same tag. */
  tag: string
}
