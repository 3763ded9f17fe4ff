/** One message to one person, as text and as HTML. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The one address it is about, also found in text and HTML. */
  link: string
}

/**
 * The way out for messages. `send` throws when the message did not leave: RecipientRefused when it
 * never will.
 */
export interface Mail {
  send(message: Message): Promise<void>
  close(): void
}

/** The mail server knows no such recipient (RFC 5321, 4.2.1: a reply of 5yz to RCPT TO). */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
}
