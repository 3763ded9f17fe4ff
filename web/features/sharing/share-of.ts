import { contributionLink, invitation, shareText, whatsAppLink } from '../../../shared/links.ts'

/** What is handed out of a collection: its contribution link, WhatsApp with the text written, and both apart. */
export function shareOf({ id, title }: { id: string; title: string }) {
  const link = contributionLink(window.location.origin, id)
  return {
    link,
    whatsAppHref: whatsAppLink(shareText(title, link)),
    message: { title, text: invitation(title), url: link },
  }
}
