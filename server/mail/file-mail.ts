import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, Message } from './mail.ts'

/** Writes each message to `folder` and prints its link: no mail server is needed. */
export function fileMail(folder: string, now: () => Date): Mail {
  return {
    async send(message) {
      const name = `${now().toISOString().replace(/[:.]/g, '-')}-${safe(message.to)}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, `${name}.txt`), asText(message), { mode: 0o600 })
      await writeFile(join(folder, `${name}.html`), message.html, { mode: 0o600 })
      console.log(`Email para ${message.to}: ${message.subject}\n  ${message.link}`)
    },
    close: () => {},
  }
}

function asText({ to, subject, text }: Message): string {
  return `Para: ${to}\nAsunto: ${subject}\n\n${text}`
}

function safe(email: string): string {
  return email.replace(/[^a-z0-9.@-]/g, '_').slice(0, 100)
}
