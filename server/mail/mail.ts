export interface Message {
  to: string
  subject: string
  text: string
  html: string
  link: string // in text and HTML, too
  unsubscribe?: Unsubscribe // for e-mails that a person may turn off
}

export interface Unsubscribe {
  page: string // for people, with a button
  oneClick: string // mail programs POST to it (RFC 8058)
}

/** `send` throws when the message was not accepted: RecipientRefused when it never will be. */
export interface Mail {
  send(message: Message): Promise<void>
  close(): void
}

/** A reply of 5yz to RCPT TO (RFC 5321, 4.2.1): the recipient is refused for good. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
}
