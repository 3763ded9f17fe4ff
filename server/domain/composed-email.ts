import type { Transaction } from '../../shared/sql.ts'
import type { Message } from '../mail/mail.ts'

export type ComposedEmail = Message & {
  /** Stores that the e-mail left, or never will. */
  settle?(tx: Transaction): Promise<void>
}
