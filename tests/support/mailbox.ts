import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const PATIENCE = 60_000 // ms to wait for a message

export type Message = {
  to: string[]
  subject: string
  text: string
  html: string
  /** Every address in the text and in the links of the HTML, each once. */
  links: string[]
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/**
 * A real mail server on a free port of this machine. `waitFor` gives each message to an address
 * once, oldest first, and waits for it when it is not there yet. An address such as
 * `nadie-550@example.com` is refused with that reply.
 */
export async function startMailbox() {
  const messages: Message[] = []
  const given = new Set<Message>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100, // ms; a sender may keep its connection for the next message
    onRcptTo({ address }, _session, done) {
      const [, reply] = /-(\d{3})@/.exec(address) ?? []
      done(reply ? Object.assign(new Error('refused'), { responseCode: Number(reply) }) : null)
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map((recipient) => recipient.address.toLowerCase())
      buffer(stream)
        .then((raw) => readMessage(raw, to))
        .then((message) => messages.push(message))
        .then(() => done(), done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    messages: messages as readonly Message[],

    async waitFor(email: string): Promise<Message> {
      const address = email.toLowerCase()
      for (let waited = 0; waited < PATIENCE; waited += 20) {
        const message = messages.find((one) => one.to.includes(address) && !given.has(one))
        if (message) {
          given.add(message)
          return message
        }
        await sleep(20)
      }
      const others = messages.map((one) => `${one.to}: ${one.subject}`).join('; ') || 'none'
      throw new Error(`No new message to ${email} in ${PATIENCE} ms. All messages: ${others}`)
    },

    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function readMessage(raw: Buffer, to: string[]): Promise<Message> {
  const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  const inText = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  const inHtml = [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, href]) => href ?? [])
  const links = [...inText, ...inHtml.map((href) => href.replaceAll('&amp;', '&'))]
  return { to, subject, text, html, links: [...new Set(links)] }
}
