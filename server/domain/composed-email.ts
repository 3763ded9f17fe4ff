import type { Sql, Transaction } from '../../shared/sql.ts'
import type { Message } from '../mail/mail.ts'

export interface EmailTools {
  database: Sql
  origin: string
  secret: string
  now(): Date
}

export type ComposedEmail = Message & {
  /** Runs in the transaction that removes the e-mail from the queue, when it was sent or given up. */
  settle?(tx: Transaction): Promise<void>
}
