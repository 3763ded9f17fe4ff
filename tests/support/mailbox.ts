import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { startMailServer } from '../../scripts/mail-server.ts'

const TIMEOUT = 60_000 // ms to wait for a message

export type Message = {
  to: string[]
  subject: string
  text: string
  html: string
  /** Every address in the text and in the links of the HTML, each once. */
  links: string[]
  /** By name in lower case. */
  headers: Map<string, string>
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/**
 * Starts a real mail server on a free port of this machine. `waitFor` returns each message to an address once,
 * oldest first, and waits for the next one. It refuses an address such as `nadie-550@example.com` with that reply.
 */
export async function startMailbox() {
  const messages: Message[] = []
  const given = new Set<Message>()
  const { url, stop } = await startMailServer({
    async onMessage(raw, to) {
      messages.push(await readMessage(raw, to))
    },
    refusalOf: (address) => Number(/-(\d{3})@/.exec(address)?.[1]) || undefined,
  })

  return {
    url,
    stop,
    messages: messages as readonly Message[],

    async waitFor(email: string): Promise<Message> {
      const address = email.toLowerCase()
      for (let waited = 0; waited < TIMEOUT; waited += 20) {
        const message = messages.find((one) => one.to.includes(address) && !given.has(one))
        if (message) {
          given.add(message)
          return message
        }
        await sleep(20)
      }
      const others = messages.map((one) => `${one.to}: ${one.subject}`).join('; ') || 'none'
      throw new Error(`No new message to ${email} in ${TIMEOUT} ms. All messages: ${others}`)
    },
  }
}

async function readMessage(raw: Buffer, to: string[]): Promise<Message> {
  const { subject = '', text = '', html = '', headers } = await PostalMime.parse(raw)
  const inText = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  const inHtml = [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, href]) => href ?? [])
  const links = [...inText, ...inHtml.map((href) => href.replaceAll('&amp;', '&'))]
  return {
    to: to.map((address) => address.toLowerCase()),
    subject,
    text,
    html,
    links: [...new Set(links)],
    headers: new Map(headers.map(({ key, value }) => [key, value])),
  }
}
