import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fileMail } from '../../server/mail/file-mail.ts'
import { messageOf } from '../../server/mail/layout.ts'
import { type Mail, RecipientRefused } from '../../server/mail/mail.ts'
import { CONFIRMATION } from '../../server/mail/messages.ts'
import { smtpMail } from '../../server/mail/smtp-mail.ts'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'

const lucia = {
  email: 'lucia@example.com',
  firstName: 'Lucía',
  link: 'http://localhost:3000/confirmar#token=abc_-123',
}

describe('by SMTP', () => {
  let mailbox: Mailbox
  let mail: Mail

  beforeAll(async () => {
    mailbox = await startMailbox()
    mail = smtpMail(mailbox.url, 'Entre Todos <hola@entretodos.example>')
  })
  afterAll(async () => {
    mail.close()
    await mailbox.stop()
  })

  it('delivers a message with its subject, text and only its own link', async () => {
    await mail.send(messageOf(lucia, CONFIRMATION))
    const { to, subject, text, html, links } = await mailbox.waitFor(lucia.email)
    expect({ to, subject, links }).toEqual({
      to: [lucia.email],
      subject: 'Confirma tu email en Entre Todos',
      links: [lucia.link],
    })
    expect(text).toContain('Hola, Lucía:')
    expect(html).toContain('Hola, Lucía:')
  })

  it('sends twelve messages at the same time', async () => {
    const people = Array.from({ length: 12 }, (_, n) => `persona${n}@example.com`)
    await Promise.all(
      people.map((email) => mail.send(messageOf({ ...lucia, email }, CONFIRMATION))),
    )
    for (const email of people) expect((await mailbox.waitFor(email)).to).toEqual([email])
  })

  it('throws RecipientRefused for a permanent refusal, not for a temporary one', async () => {
    const send = (email: string) => mail.send(messageOf({ ...lucia, email }, CONFIRMATION))
    await expect(send('nadie-550@example.com')).rejects.toThrow(RecipientRefused)
    await expect(send('lleno-450@example.com')).rejects.not.toThrow(RecipientRefused)
  })

  it('throws when the server cannot be reached', async () => {
    const nobody = smtpMail('smtp://127.0.0.1:1', 'hola@entretodos.example')
    await expect(nobody.send(messageOf(lucia, CONFIRMATION))).rejects.toThrow()
    nobody.close()
  })
})

describe('in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entre-todos-mail-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('writes each message to a folder and prints its link', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    const now = () => new Date('2026-11-21T14:32:05.123Z')
    const email = "o'higgins/..@example.com"
    await fileMail(join(folder, 'mail'), now).send(messageOf({ ...lucia, email }, CONFIRMATION))

    const name = '2026-11-21T14-32-05-123Z-o_higgins_..@example.com'
    expect(readdirSync(join(folder, 'mail')).sort()).toEqual([`${name}.html`, `${name}.txt`])
    const text = readFileSync(join(folder, 'mail', `${name}.txt`), 'utf8')
    expect(text).toContain(`Para: ${email}\nAsunto: Confirma tu email en Entre Todos\n`)
    expect(text).toContain(lucia.link)
    expect(statSync(join(folder, 'mail', `${name}.txt`)).mode & 0o777).toBe(0o600)
    expect(print.mock.calls.join()).toContain(lucia.link)
    print.mockRestore()
  })

  it('writes several messages of one moment to one address', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    const mail = fileMail(join(folder, 'several'), () => new Date('2026-11-21T14:32:05.123Z'))
    const messages = ['uno', 'dos', 'tres'].map((firstName) =>
      messageOf({ ...lucia, firstName }, CONFIRMATION),
    )
    await Promise.all(messages.map((message) => mail.send(message)))
    const files = readdirSync(join(folder, 'several'))
    const ofType = (ending: string) => files.filter((file) => file.endsWith(ending)).sort()
    const read = (file: string) => readFileSync(join(folder, 'several', file), 'utf8')
    expect(ofType('.txt').map((file) => file.replace('.txt', '.html'))).toEqual(ofType('.html'))
    expect(ofType('.html').map(read).sort()).toEqual(messages.map(({ html }) => html).sort())
    print.mockRestore()
  })
})

describe('a message', () => {
  it('escapes HTML in a name', () => {
    const firstName = '<img src=x onerror="alert(1)"> & \'co\''
    const { html } = messageOf({ ...lucia, firstName }, CONFIRMATION)
    expect(html).not.toContain('<img')
    expect(html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;co&#39;')
  })

  it.each(['gana en premios.example', 'https://x', 'a\\b', 'ana@example.com'])(
    'greets nobody by a name that may be a link: %s',
    (firstName) => {
      const { text, html } = messageOf({ ...lucia, firstName }, CONFIRMATION)
      expect(text + html).not.toContain(firstName)
      expect(text).toMatch(/^Hola:/)
      expect(messageOf({ ...lucia, firstName: 'M. José' }, CONFIRMATION).text).toMatch(
        /^Hola, M. José:/,
      )
    },
  )

  it('loads no external resource', () => {
    const { html } = messageOf(lucia, CONFIRMATION)
    expect(html).not.toMatch(/<(img|link|script|style)|url\(|src=/)
  })
})
