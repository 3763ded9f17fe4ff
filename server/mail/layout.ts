/* Mail programs support little more than tables and inline styles. Colours as in web/styles/tokens.css. */
import type { Message, Unsubscribe } from './mail.ts'

const PAPER = '#faf9f6'
const SURFACE = '#ffffff'
const LINE = '#e6e3db'
const INK = '#10272c'
const INK_2 = '#43575c'
const INK_3 = '#5c6e73'
const PRIMARY = '#0a616a'
const ACCENT = '#f0694a'
const STOP = 'Dejar de recibir estos emails'
const FONT = "font-family:Figtree,'Helvetica Neue',Helvetica,Arial,sans-serif"

/** `link`: the address of the button. The greeting names nobody without a first name, or with one that may be a link. */
export interface Recipient {
  email: string
  firstName?: string
  link: string
  unsubscribe?: Unsubscribe
}

export interface Email {
  subject: string
  title: string
  preview: string // mail programs show it after the subject
  paragraphs: readonly string[] // plain text, which is escaped; after the greeting
  button: string
  smallPrint: string
}

export function messageOf(recipient: Recipient, email: Email): Message {
  const { email: to, firstName, link, unsubscribe } = recipient
  const greeting = firstName === undefined || LINK.test(firstName) ? 'Hola:' : `Hola, ${firstName}:`
  const greeted = { ...email, paragraphs: [greeting, ...email.paragraphs] }
  return {
    to,
    subject: email.subject,
    link,
    text: plainText(greeted, link, unsubscribe),
    html: card(greeted, link, unsubscribe),
    ...(unsubscribe && { unsubscribe }),
  }
}

/** Strangers can register other people's addresses: a mail program would turn such a name into a link of theirs. */
const LINK = /[/:@\\]|\.[\p{L}\p{N}]/u

function plainText(
  { paragraphs, smallPrint }: Email,
  link: string,
  unsubscribe: Unsubscribe | undefined,
): string {
  const stop = unsubscribe ? [`${STOP}: ${unsubscribe.page}`] : []
  return `${[...paragraphs, link, smallPrint, ...stop, 'Entre Todos'].join('\n\n')}\n`
}

function card(
  { title, preview, paragraphs, button, smallPrint }: Email,
  link: string,
  unsubscribe: Unsubscribe | undefined,
): string {
  const href = escapeHtml(link)
  const text = paragraphs
    .map(
      (line) =>
        `<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${escapeHtml(line)}</p>`,
    )
    .join('\n          ')
  return `<!doctype html>
<html lang="es">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width,initial-scale=1">
  <meta name="color-scheme" content="light">
  <title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};color:${INK};${FONT}">
  <div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}">
    <tr><td align="center" style="padding:32px 16px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
        <tr><td style="padding:0 8px 16px;font-size:18px;font-weight:700;color:${PRIMARY}">
          Entre Todos<span style="color:${ACCENT}">&nbsp;&#9679;</span>
        </td></tr>
        <tr><td style="padding:32px 24px;background:${SURFACE};border:1px solid ${LINE};border-radius:16px">
          <h1 style="margin:0 0 16px;font-size:28px;line-height:1.12;font-weight:700">${escapeHtml(title)}</h1>
          ${text}
          <table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
            <tr><td style="background:${PRIMARY};border-radius:12px">
              <a href="${href}" style="display:inline-block;padding:15px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(button)}</a>
            </td></tr>
          </table>
          <p style="margin:0 0 8px;font-size:14px;line-height:1.5;color:${INK_2}">Si el botón no funciona, copia este enlace en tu navegador:</p>
          <p style="margin:0 0 24px;font-size:14px;line-height:1.5;word-break:break-all"><a href="${href}" style="color:${PRIMARY}">${href}</a></p>
          <p style="margin:0;font-size:14px;line-height:1.5;color:${INK_3}">${escapeHtml(smallPrint)}</p>
        </td></tr>${unsubscribe ? stopRow(unsubscribe) : ''}
      </table>
    </td></tr>
  </table>
</body>
</html>
`
}

function stopRow({ page }: Unsubscribe): string {
  return `
        <tr><td style="padding:16px 8px;font-size:14px;line-height:1.5">
          <a href="${escapeHtml(page)}" style="color:${INK_3}">${STOP}</a>
        </td></tr>`
}

/** Also safe in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
