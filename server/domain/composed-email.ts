import type { Sql, Transaction } from '../../shared/sql.ts'
import type { Message } from '../mail/mail.ts'

/** Passed to each function that composes an e-mail of the queue (emails.ts). */
export interface EmailTools {
  database: Sql
  origin: string
  secret: string
  now(): Date
}

export type ComposedEmail = Message & {
  /** Stores that the e-mail left, or never will. */
  settle?(tx: Transaction): Promise<void>
}
