import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** To whom letters came. */
  received: ReadonlySet<string>
  stop(): Promise<void>
  /** After that: at the same address. */
  start(): Promise<void>
}

/** A real mail server on this machine, which takes everything. */
export async function startMailServer(): Promise<MailServer> {
  const received = new Set<string>()
  let port = 0
  let server: SMTPServer

  async function start(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100, // ms; a sender may keep its connection for the next letter
      onData(stream, { envelope }, done) {
        stream.resume().once('end', () => {
          for (const { address } of envelope.rcptTo) received.add(address)
          done()
        })
      },
    })
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    port = (server.server.address() as AddressInfo).port
  }

  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    start,
    stop: () => new Promise((stopped) => server.close(stopped)),
  }
}
