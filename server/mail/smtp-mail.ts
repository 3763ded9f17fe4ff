import { createTransport } from 'nodemailer'
import { SECOND } from '../../shared/time.ts'
import { type Mail, RecipientRefused, type Unsubscribe } from './mail.ts'

/** Timeouts are short, because the queue tries again (mail-queue.ts). */
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
    async send({ to, subject, text, html, unsubscribe }) {
      try {
        await transport.sendMail({ to, subject, text, html, headers: headersOf(unsubscribe) })
      } catch (cause) {
        throw isRecipientRefused(cause)
          ? new RecipientRefused('no such recipient', { cause })
          : cause
      }
    },
    close: () => transport.close(),
  }
}

function headersOf(unsubscribe: Unsubscribe | undefined): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function isRecipientRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { rejected, responseCode } = error as { rejected?: string[]; responseCode?: number }
  return (
    rejected !== undefined &&
    rejected.length > 0 &&
    responseCode !== undefined &&
    responseCode >= 500
  )
}
