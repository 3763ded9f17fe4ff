/** One message to one person, as text and as HTML. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** The one address it is about, also found in text and HTML. */
  link: string
}

/** The way out for messages. `send` throws when the message did not leave. */
export interface Mail {
  send(message: Message): Promise<void>
  close(): void
}
