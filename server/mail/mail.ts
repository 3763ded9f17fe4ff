/** An e-mail to one person, as text and HTML. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The message's link, which text and HTML contain, too. */
  link: string
}

/**
 * Sends messages. `send` throws when the message was not accepted: RecipientRefused when it never will be.
 */
export interface Mail {
  send(message: Message): Promise<void>
  close(): void
}

/** The mail server rejects the recipient permanently (RFC 5321, 4.2.1: a reply of 5yz to RCPT TO). */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
}
