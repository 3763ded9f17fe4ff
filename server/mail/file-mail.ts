import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, Message } from './mail.ts'

/** Writes each message to `folder` and prints its link: no mail server is needed. */
export function fileMail(folder: string, now: () => Date): Mail {
  return {
    async send(message) {
      const name = `${now().toISOString().replace(/[:.]/g, '-')}-${safe(message.to)}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = await writeNew(join(folder, name), '.txt', asText(message))
      await writeFile(`${path}.html`, message.html, { mode: 0o600 })
      console.log(`Email para ${message.to}: ${message.subject}\n  ${message.link}`)
    },
    close: () => {},
  }
}

/** Writes a file that does not exist yet; returns its path without `ending`, with a number when it is not the first. */
async function writeNew(path: string, ending: string, text: string): Promise<string> {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? path : `${path}-${number}`
    try {
      await writeFile(numbered + ending, text, { mode: 0o600, flag: 'wx' })
      return numbered
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function asText({ to, subject, text }: Message): string {
  return `Para: ${to}\nAsunto: ${subject}\n\n${text}`
}

function safe(email: string): string {
  return email.replace(/[^a-z0-9.@-]/g, '_').slice(0, 100)
}
