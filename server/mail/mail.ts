/** An e-mail, ready to be sent. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
  link: string // in text and HTML, too
  /** Set for e-mails that a person may turn off. */
  unsubscribe?: Unsubscribe
}

export interface Unsubscribe {
  /** A page for people, with a button. */
  page: string
  /** Mail programs POST to it (RFC 8058). */
  oneClick: string
}

/**
 * A way to send e-mails: smtp-mail.ts, or file-mail.ts without a mail server. `send` throws when the message was not
 * accepted: RecipientRefused when it never will be.
 */
export interface Mail {
  send(message: Message): Promise<void>
  close(): void
}

/** The mail server refused the recipient for good (RFC 5321, 4.2.1: a reply of 5yz to RCPT TO). */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
}
