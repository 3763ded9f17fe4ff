import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

const SECOND = 1000 // in ms

/** Sends by SMTP. A server that does not answer is given up soon: a person is waiting. */
export function smtpMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      connectionTimeout: 5 * SECOND,
      greetingTimeout: 5 * SECOND,
      socketTimeout: 10 * SECOND,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    send: async ({ to, subject, text, html }) => {
      await transport.sendMail({ to, subject, text, html })
    },
    close: () => transport.close(),
  }
}
