import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An SMTP server for tests and load runs. */
export interface MailServer {
  url: string
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

interface MailOptions {
  /** Receives each message with its recipients, before the sender gets its response. */
  onMessage: (raw: Buffer, to: string[]) => void | Promise<void>
  /** Reply code that refuses this recipient. Absent: accepts everybody. */
  refusalOf?: (address: string) => number | undefined
}

/** Starts an SMTP server on a free port of this machine. */
export async function startMailServer({
  onMessage,
  refusalOf = () => undefined,
}: MailOptions): Promise<MailServer> {
  let port = 0
  let server: SMTPServer

  async function start(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100, // ms; a sender may keep its connection for the next message
      onRcptTo({ address }, _session, done) {
        const responseCode = refusalOf(address)
        done(responseCode ? Object.assign(new Error('refused'), { responseCode }) : null)
      },
      onData(stream, { envelope }, done) {
        const to = envelope.rcptTo.map(({ address }) => address)
        buffer(stream)
          .then((raw) => onMessage(raw, to))
          .then(() => done(), done)
      },
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    port = (server.server.address() as AddressInfo).port
  }

  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    start,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
